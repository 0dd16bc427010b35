// What is worth noticing in a state, in a sentence or two.

import { format } from "../_shared/numbers.mjs";
import { brief } from "./arithmetic.mjs";

const HELD = {
  layer:
    "LayerNorm sets the mean and the spread of each image’s row, up to γ and β, not those of a unit",
  rms: "RMSNorm sets the root mean square of each image’s row, up to γ, not the mean of a unit",
  batch: "BatchNorm sets each unit’s mean and spread over the batch, up to γ and β",
};
const ALIKE = 1.1; // two drifts whose ratio is smaller are said to be alike

/** `bare` is the run without a norm, which need not be among the runs that are shown. */
export function lesson(runs, bare, { layer, step, measure }) {
  const normed = runs.filter(({ key }) => key !== "none");
  const isBareShown = normed.length < runs.length;
  if (step === 0) return beforeTraining(normed, isBareShown && bare);
  if (!normed.length) return `Without a norm, σ of layer ${layer} went ${spread(bare)}.`;
  if (measure === "units") return normed.map(unitByUnit).join(" ");
  if (isBareShown) return `${compare(bare, normed[0], layer)} Its σ went ${spread(bare)}.`;
  const held = normed.map(({ key }) => `${HELD[key]}.`).join(" ");
  return `${held} Without a norm layer ${layer} has drifted by ${brief(bare.drift)} at this step.`;
}

function beforeTraining(normed, bare) {
  const without = bare
    ? ` Without a norm σ falls from ${format(bare.layers[0].std)} in layer 1 to ${format(bare.layers.at(-1).std)} in layer 4.`
    : "";
  const behind = normed.length ? " Behind a norm σ is 1, or nearly, in all layers." : "";
  return `Before training, nothing has drifted.${without}${behind}`;
}

function compare(bare, { name, drift }, layer) {
  const times = bare.drift / drift;
  if (times > ALIKE) {
    return `Without a norm layer ${layer} has drifted ${format(times, times < 10 ? 1 : 0)} times as far as with ${name}, each in its own σ of step 0.`;
  }
  const near = times < 1 / ALIKE ? "less far than" : "about as far as";
  return `Without a norm layer ${layer} has drifted ${near} with ${name}.`;
}

function spread({ std, stdAtStart }) {
  return `from ${format(stdAtStart)} to ${format(std)}`;
}

function unitByUnit({ key, drift, ofValues }) {
  return `${HELD[key]}: unit by unit the layer has drifted by ${brief(drift)}, as a whole by ${brief(ofValues)}.`;
}
