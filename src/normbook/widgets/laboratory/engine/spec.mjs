// The fields of a Spec (types.mjs): which values the engine can compute, and which it takes where
// none is given. It starts as the explorable does (../state.mjs), which calls epsilon eps, as the
// book's code does. The explorable's limits are narrower: they are those that its controls and its
// picture can show. The placements lns and keel have no control; they are tested against PyTorch
// like the others.

const DATA = ["spirals", "circles", "xor", "digits", "tokens"];
export const NORMS = ["none", "batch", "layer", "rms", "group", "dyt"];
export const PLACEMENTS = [
  ...["plain", "pre", "post", "sandwich", "olmo2", "deepnorm"],
  ...["lns", "keel"],
];
const ACTIVATIONS = ["relu", "gelu", "tanh"];
const OPTIMIZERS = ["adam", "sgd"];

export const START = {
  data: "spirals",
  blocks: 6,
  width: 24,
  norm: "layer",
  placement: "pre",
  activation: "relu",
  epsilon: 1e-5,
  learn_gamma: true,
  qk_norm: false,
  rate: 0.003,
  warm_up: 0,
  batch_size: 64,
  weight_scale: 1,
  input_scale: 1,
  optimizer: "adam",
  seed: 0,
};

const oneOf = (choices) => (value) => choices.includes(value);
const whole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;
const number = (low, high) => (value) => Number.isFinite(value) && value >= low && value <= high;
const yesOrNo = (value) => typeof value === "boolean";

const ALLOWED = {
  data: oneOf(DATA),
  blocks: whole(1, 48),
  width: (value) => whole(4, 96)(value) && value % 4 === 0, // two heads, four groups
  norm: oneOf(NORMS),
  placement: oneOf(PLACEMENTS),
  activation: oneOf(ACTIVATIONS),
  epsilon: number(0, 1e6),
  learn_gamma: yesOrNo,
  qk_norm: yesOrNo,
  rate: number(0, 1e6),
  warm_up: whole(0, 1e6),
  batch_size: whole(2, 256),
  weight_scale: number(0, 1e6),
  input_scale: number(-1e6, 1e6),
  optimizer: oneOf(OPTIMIZERS),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
};

/**
 * Returns the whole of a Spec of which some is given.
 * @param {Partial<import("./types.mjs").Spec>} given
 * @returns {import("./types.mjs").Spec}
 */
export function complete(given) {
  const spec = { ...START, ...given };
  for (const [name, value] of Object.entries(spec)) {
    if (!ALLOWED[name]?.(value)) throw new RangeError(`no network has ${name} ${value}`);
  }
  return spec;
}
