// The settings of the two networks: what each may be, and what each network gets of them.

import { choice, flag, number, parser, whole } from "../_shared/traits.mjs";
import { KEYS } from "./placements.mjs";

export const NORMS = {
  none: "no norm",
  layer: "LayerNorm",
  rms: "RMSNorm",
  batch: "BatchNorm",
  group: "GroupNorm",
  dyt: "DyT",
};
export const DATA = {
  spirals: "two spirals",
  circles: "circles",
  xor: "XOR",
  digits: "digits, 8 × 8",
  tokens: "digits as 8 tokens",
};
export const ACTIVATIONS = { relu: "ReLU", gelu: "GELU", tanh: "tanh" };
export const OPTIMIZERS = { adam: "Adam", sgd: "SGD, momentum 0.9" };

// The same limits as in widget.py. Of each of these the second network may have another value.
const OWN = {
  blocks: whole({ low: 1, high: 48, start: 6 }),
  rate: number({ low: 1e-6, high: 10, start: 0.003 }),
  warm_up: whole({ low: 0, high: 1000, start: 0 }),
  batch_size: whole({ low: 2, high: 256, start: 64 }),
  weight_scale: number({ low: 0.01, high: 100, start: 1 }),
  input_scale: number({ low: 0.001, high: 1000, start: 1 }),
  eps: number({ low: 0, high: 100, start: 1e-5 }),
  learn_gamma: flag({ start: true }),
  qk_norm: flag({ start: false }),
};

export const TRAITS = {
  ...OWN,
  placement: choice({ of: KEYS, start: "pre" }),
  norm: choice({ of: Object.keys(NORMS), start: "layer" }),
  other_placement: choice({ of: KEYS, start: "post" }),
  other_norm: choice({ of: Object.keys(NORMS), start: "layer" }),
  differs: choice({ of: ["nothing", ...Object.keys(OWN)], start: "nothing" }),
  other_value: number({ low: 0, high: 1000, start: 0 }), // 0 and 1 for a flag
  data: choice({ of: Object.keys(DATA), start: "spirals" }),
  activation: choice({ of: Object.keys(ACTIVATIONS), start: "relu" }),
  optimizer: choice({ of: Object.keys(OPTIMIZERS), start: "adam" }),
  seed: whole({ low: 0, high: 9999, start: 0 }),
};

export const parse = parser(
  TRAITS,
  ({ differs, other_value: value }) =>
    differs === "nothing" || OWN[differs].take(ownValue(differs, value)) !== undefined,
);

/** What each of the two networks is made of. */
export function specsOf(state) {
  const { differs, other_value: value, other_norm: norm, other_placement: placement } = state;
  const own = differs === "nothing" ? {} : { [differs]: ownValue(differs, value) };
  return [specOf(state), specOf({ ...state, norm, placement, ...own })];
}

function specOf({ differs, other_value, other_norm, other_placement, eps: epsilon, ...shared }) {
  return { ...shared, epsilon, width: 24 };
}

/** `other_value` as a value of the setting that differs. */
function ownValue(name, value) {
  const isFlag = typeof OWN[name].start === "boolean";
  if (!isFlag) return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
}

/** The traits that make the second network differ in one setting more, at first by nothing. */
export function differIn(name, state) {
  return { differs: name, other_value: name === "nothing" ? 0 : Number(state[name]) };
}

export const isInPlane = (data) => ["spirals", "circles", "xor"].includes(data);

/** The number of classes; the loss of a guess is its logarithm. */
export const classesOf = (data) => (isInPlane(data) ? 2 : 10);
