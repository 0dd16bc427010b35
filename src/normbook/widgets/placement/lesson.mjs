// What is worth saying about the present state, in a few sentences.

import { format } from "../_shared/numbers.mjs";
import {
  blocksOf,
  DEPTHS,
  divergedAt,
  growth,
  lastGradients,
  runOf,
  shown,
  spread,
} from "./arithmetic.mjs";
import { nameOf, resets } from "./placements.mjs";

const ALIKE = 1.25; // gradients at two depths that differ by less are called alike
const NEXT_TO_NOTHING = 1e-4;
const GUESSING = 0.15; // a test accuracy below this is that of a guess, which has 0.1

export function lesson(record, state) {
  return state.phase === "init" ? beforeTraining(record, state) : inTraining(record, state);
}

/** How it was measured: the small print. */
export function source(record, { phase }) {
  if (phase === "init") {
    return "Measured before training, with LayerNorm as N; each value is the mean of three seeds.";
  }
  const { learning_rate: rate, batch_size: size, warmup_steps: warmup } = record;
  return `One run of each, with LayerNorm as N: Adam with a rate of ${format(rate, 3)} on batches of ${size}; warm-up raises the rate over the first ${warmup} steps. A percent or two between runs says nothing.`;
}

function beforeTraining(record, state) {
  const [key, other] = shown(state);
  const own = blocksOf(record, key, state);
  const sentences = [ofVariance(key, own), ofLastBlock(record, key), ofBlocks(key, own)];
  if (other) {
    const ratio = blocksOf(record, other, state).gradient.at(-1) / own.gradient.at(-1);
    sentences.push(
      `The last block's gradient of ${nameOf(other)} is ${format(ratio)} times that of ${nameOf(key)}.`,
    );
  }
  return sentences.join(" ");
}

function ofVariance(key, blocks) {
  const name = nameOf(key);
  if (resets(key)) {
    return `${name}: each block ends in a norm of the stream, so its variance is 1 after each.`;
  }
  const [from, to, by] = [blocks.variance[0], blocks.variance.at(-1), growth(blocks)];
  const why =
    key === "pre"
      ? "each block adds to the stream, and nothing scales it back"
      : "each block adds two branches of variance 1, and nothing scales the stream back";
  return `${name}: ${why}; its variance grows from ${format(from)} to ${format(to, 1)}, by about ${format(by, 1)} a block.`;
}

function ofLastBlock(record, key) {
  const gradients = lastGradients(record, key);
  const [shallow, deep] = [gradients[0], gradients.at(-1)];
  const ratio = shallow / deep;
  const values = `${format(shallow, 3)} at depth ${DEPTHS[0]}, ${format(deep, 3)} at depth ${DEPTHS.at(-1)}`;
  if (ratio < ALIKE) return `The last block's gradient does not shrink with depth: ${values}.`;
  return `The last block's gradient shrinks about as 1/√depth: ${values}.`;
}

/** How the gradients of one stack compare. */
function ofBlocks(key, { gradient }) {
  if (resets(key)) {
    const largest = gradient.indexOf(Math.max(...gradient)) + 1;
    return `Within this stack the largest gradient, that of block ${largest}, is ${format(spread(gradient))} times the smallest.`;
  }
  const ratio = gradient[0] / gradient.at(-1);
  return `Within this stack block 1's is ${format(ratio, ratio < 10 ? 1 : 0)} times the last one's.`;
}

function inTraining(record, state) {
  const keys = shown(state);
  const { warmup, step } = state;
  const results = keys.map((key, i) => {
    const [now, otherwise] = [warmup, !warmup].map((on) =>
      percent(runOf(record, key, { ...state, warmup: on })),
    );
    const reads = i ? nameOf(key) : `${nameOf(key)} reads`;
    const of = i ? "" : " of the test images right";
    return `${reads} ${now}${of} (${otherwise} ${warmup ? "without" : "with"} it)`;
  });
  const sentences = [
    `After ${record.steps.at(-1)} steps ${warmup ? "with" : "without"} warm-up ${results.join(", ")}.`,
    ...keys.flatMap((key) => trouble(record, key, state)),
  ];
  if (step === 0) sentences.push("At step 0 warm-up makes no difference yet.");
  return sentences.join(" ");
}

/** What went wrong with a run, if anything did. */
function trouble(record, key, state) {
  const name = nameOf(key);
  const run = runOf(record, key, state);
  const gap = divergedAt(run, record.steps);
  if (gap !== undefined) return [`From step ${gap} on ${name} has no numbers: it diverged.`];
  const [first] = blocksOf(record, key, state).gradient;
  const found = [];
  if (first < NEXT_TO_NOTHING) {
    found.push(`At step ${state.step} block 1 of ${name} has a gradient of ${format(first)}.`);
  }
  if (run.accuracy < GUESSING) found.push(`In the end ${name} does no better than a guess.`);
  return found;
}

function percent({ accuracy }) {
  return `${format(100 * accuracy, 1)}%`;
}
