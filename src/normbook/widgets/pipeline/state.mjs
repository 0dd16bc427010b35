// The state of the pipeline: what it may be, and the changes that its buttons make.

import { layerNorm } from "./arithmetic.mjs";

// The same limits as in widget.py.
const LARGEST = 1e6;
const MOST_FEATURES = 12;
const LARGEST_EPS = 100;

/**
 * Returns the state in full, or null where it is not one: from a kernel, a page or a link alike.
 * Missing weights are 1 and missing biases 0; surplus ones are dropped.
 */
export function parse(raw) {
  const { x, weight = [], bias = [], eps = 1e-5 } = raw ?? {};
  const good = isVector(x) && x.length > 0 && isVector(weight) && isVector(bias);
  if (!good || !isNumber(eps) || eps < 0 || eps > LARGEST_EPS) return null;
  return {
    x: [...x],
    weight: x.map((_, i) => weight[i] ?? 1),
    bias: x.map((_, i) => bias[i] ?? 0),
    eps,
  };
}

function isVector(values) {
  return Array.isArray(values) && values.length <= MOST_FEATURES && values.every(isNumber);
}

function isNumber(value) {
  return Number.isFinite(value) && Math.abs(value) <= LARGEST;
}

export const canAdd = ({ x }) => x.length < MOST_FEATURES;
export const canRemove = ({ x }) => x.length > 1;

export const addFeature = ({ x, weight, bias, eps }) => ({
  x: [...x, 2],
  weight: [...weight, 1],
  bias: [...bias, 0],
  eps,
});

export const removeFeature = ({ x, weight, bias, eps }) => ({
  x: x.slice(0, -1),
  weight: weight.slice(0, -1),
  bias: bias.slice(0, -1),
  eps,
});

/** What there is to try: a label for the button, and the state it makes of the present one. */
export const experiments = [
  { label: "x + 5", apply: (state) => eachX(state, (value) => value + 5) },
  { label: "2x", apply: (state) => eachX(state, (value) => 2 * value) },
  { label: "−x", apply: (state) => eachX(state, (value) => 0 - value) },
  { label: "all equal", apply: (state) => eachX(state, () => 3) },
  { label: "one outlier", apply: (state) => eachX(state, (_, i, x) => outlier(i, x.length)) },
  { label: "mean 10,000", apply: moveMeanTo(10_000) },
  { label: "undo with γ, β", apply: undo },
];

function eachX(state, change) {
  return { ...state, x: state.x.map((...of) => tidy(change(...of))) };
}

function outlier(i, features) {
  return i === features - 1 ? 80 : 1 + (i % 2);
}

function moveMeanTo(target) {
  return (state) => {
    const { centred } = layerNorm(state);
    return eachX(state, (_, i) => target + centred[i]);
  };
}

function undo(state) {
  const { mean, rstd } = layerNorm(state);
  return {
    ...state,
    weight: state.x.map(() => (rstd > 0 ? 1 / rstd : 1)),
    bias: state.x.map(() => mean),
  };
}

/** Removes what binary fractions leave behind: 0.1 + 0.2 is 0.3. */
export function tidy(value) {
  return Number(value.toPrecision(12));
}
