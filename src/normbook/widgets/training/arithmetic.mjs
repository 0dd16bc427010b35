// What the record says of a state, without a picture.

import { format } from "../_shared/numbers.mjs";
import { choice, parser, whole } from "../_shared/traits.mjs";

export const NORMS = [
  { key: "layer", name: "LayerNorm", tone: "x-hat" },
  { key: "batch", name: "BatchNorm", tone: "y" },
];
export const BATCH_SIZES = [2, 8, 32, 128];
export const LAST = 15; // the index of the last recorded point
export const TEST_IMAGES = 360;

// The norms of each model by their names in the record; how many values of one image BatchNorm
// takes the mean of for each feature, and how many γ there are.
const before = (name, key) => ({
  key: `classifier.${key}`,
  name,
  place: `before ${name}`,
  averaged: 8,
  count: { layer: 32, batch: 32 },
});
const after = (i, channels, places) => ({
  key: `norm${i}`,
  name: `convolution ${i}`,
  place: `after convolution ${i}`,
  averaged: places,
  count: { layer: channels * places, batch: channels },
});
export const LAYERS = {
  transformer: [
    before("attention 1", "blocks.0.attention.norm_in"),
    before("feed-forward 1", "blocks.0.feed_forward.norm_in"),
    before("attention 2", "blocks.1.attention.norm_in"),
    before("feed-forward 2", "blocks.1.feed_forward.norm_in"),
    before("the classifier", "norm"),
  ],
  cnn: [after(1, 16, 64), after(2, 32, 16), after(3, 32, 16)],
};

export const TRAITS = {
  model: choice({ of: Object.keys(LAYERS), start: "transformer" }),
  batch_size: choice({ of: BATCH_SIZES, start: 2 }),
  measure: choice({ of: ["loss", "accuracy"], start: "loss" }),
  step: whole({ low: 0, high: LAST, start: LAST }),
  layer: { start: null, take: (value) => value }, // depends on the model
  parameter: choice({ of: ["weight", "bias"], start: "weight" }),
};
const parseEach = parser(TRAITS);

/** Makes a full state, or null; a state without a layer gets the last one of its model. */
export function parse(raw) {
  const state = parseEach(raw);
  if (!state) return null;
  const layer = state.layer ?? LAYERS[state.model].at(-1).key;
  return layerOf({ ...state, layer }) ? { ...state, layer } : null;
}

export function layerOf({ model, layer }) {
  return LAYERS[model].find(({ key }) => key === layer);
}

/**
 * The curves of a run, which are the same at every step. Each is made once, since a chart does not
 * paint a curve again whose points are the very same list.
 */
const lines = new WeakMap();

function linesOf(run, name, make) {
  if (!lines.has(run)) lines.set(run, new Map());
  const made = lines.get(run);
  if (!made.has(name)) made.set(name, make());
  return made.get(name);
}

/** The runs of the two norms at the state's batch size, and at its point of training. */
export function runsOf({ runs, examples, batch_sizes: sizes }, state) {
  const { model, batch_size: size, measure, step, layer, parameter } = state;
  return NORMS.map((norm) => {
    const ofSizes = runs[model][norm.key];
    const run = ofSizes[size];
    const all = run[parameter][layer];
    return {
      ...norm,
      loss: run.loss[step],
      accuracy: run.accuracy[step],
      wrong: wrongOf(run.accuracy[step]),
      curve: linesOf(run, measure, () =>
        examples.map((seen, i) => [seen, learned(run, measure, i)]),
      ),
      bySize: sizes.map((each) => [Math.log2(each), learned(ofSizes[each], measure, step)]),
      ...linesOf(all, "spread", () => spread(examples, all, parameter === "weight" ? 1 : 0)),
      now: { low: all[step][0], median: all[step][2], high: all[step][4] },
    };
  });
}

/** The loss, or the test images that are wrong, at a recorded point. */
function learned({ loss, accuracy }, measure, i) {
  return measure === "loss" ? loss[i] : wrongOf(accuracy[i]);
}

function wrongOf(accuracy) {
  return Math.round((1 - accuracy) * TEST_IMAGES);
}

/** Bands and median of a parameter over the examples seen; before the first it is all `start`. */
function spread(examples, quantiles, start) {
  const rows = [[0, Array(5).fill(start)], ...examples.map((seen, i) => [seen, quantiles[i]])];
  const level = (k) => rows.map(([seen, row]) => [seen, row[k]]);
  return {
    all: rows.map(([seen, row]) => [seen, row[0], row[4]]),
    half: rows.map(([seen, row]) => [seen, row[1], row[3]]),
    lowest: level(0),
    median: level(2),
    highest: level(4),
  };
}

/** A parameter to two decimals: what is nearer to 0 is 0. */
export function brief(value) {
  return format(Math.round(100 * value) / 100);
}
