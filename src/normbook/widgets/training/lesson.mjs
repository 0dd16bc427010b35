// What is worth noticing in a state, in a sentence or two.

import { format } from "../_shared/numbers.mjs";
import { brief, layerOf, TEST_IMAGES } from "./arithmetic.mjs";

const APART = 1.1; // losses whose ratio is smaller are said to be alike

export function lesson(runs, state) {
  return state.measure === "loss" ? ofLoss(runs, state) : ofAccuracy(runs);
}

function ofLoss([layer, batch], state) {
  const { batch_size: size } = state;
  const times = batch.loss / layer.loss;
  const { averaged, count, place } = layerOf(state);
  const where = count.layer === count.batch ? "here" : place; // the CNN's norms differ in it
  const taken = `BatchNorm’s means are of ${format(size * averaged)} values ${where}, and change with the batch`;
  if (times > APART) {
    return `In this run the training loss with BatchNorm is ${format(times, 1)} times that with LayerNorm. ${taken}.`;
  }
  const relation =
    times < 1 / APART ? "lower with BatchNorm" : "the same with both, to within a tenth";
  return `In this run the training loss is ${relation}. ${taken}.`;
}

function ofAccuracy([layer, batch]) {
  const found = `Of ${TEST_IMAGES} test images LayerNorm gets ${layer.wrong} wrong, BatchNorm ${batch.wrong}: one run of each, in which a few images more or less say little.`;
  return `${found} In the test BatchNorm uses its running averages, so an image no longer depends on its batch.`;
}

/** What is worth noticing about γ or β. */
export function ofParameter([layer, batch], state) {
  const { count } = layerOf(state);
  const width = ({ now }) => brief(now.high - now.low);
  const symbol = state.parameter === "weight" ? "γ" : "β";
  const spans = `${symbol} spans ${width(layer)} in LayerNorm, ${width(batch)} in BatchNorm`;
  if (count.layer === count.batch) return `${spans}.`;
  return `${spans}, which has one for a channel: ${count.batch}, not ${format(count.layer)}.`;
}
