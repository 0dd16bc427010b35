// The state of the pipeline: what it may be, and the changes that its buttons make.

import { tidy } from "../_shared/ranges.mjs";
import { pipeline, rowsOf } from "./arithmetic.mjs";

// The same limits as in widget.py.
const LARGEST = 1e6;
const MOST_FEATURES = 12; // in all rows together
const MOST_ROWS = 3;
const LARGEST_EPS = 100;

export const EPS = 1e-5; // at the start

/**
 * Returns the state in full, or null where it is not one: from a kernel, a page or a link alike.
 * The normalized_shape is fitted to x. Missing weights are 1 and missing biases 0; surplus ones go.
 */
export function parse(raw) {
  if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return null;
  const { x = [4, 1, 3, 8], weight = [], bias = [], eps = EPS, normalized_shape } = raw;
  const good = isTensor(x) && isParameter(weight) && isParameter(bias);
  if (!good || !Number.isFinite(eps) || eps < 0 || eps > LARGEST_EPS) return null;
  const shape = fitShape(normalized_shape, x);
  const parameter = (values, fill) => {
    const length = shape.reduce((product, size) => product * size);
    const all = Array.from({ length }, (_, i) => values.flat()[i] ?? fill);
    return shape.length === 2 ? chunks(all, shape[1]) : all;
  };
  return {
    x: structuredClone(x),
    weight: parameter(weight, 1),
    bias: parameter(bias, 0),
    eps,
    normalized_shape: shape,
  };
}

function fitShape(wanted, x) {
  const rows = rowsOf(x);
  const both = Array.isArray(wanted) && wanted.length === 2 && Array.isArray(x[0]);
  return both ? [rows.length, rows[0].length] : [rows[0].length];
}

function isTensor(x) {
  if (!Array.isArray(x)) return false;
  const rows = rowsOf(x);
  return (
    rows.length <= MOST_ROWS &&
    rows.every((row) => isVector(row) && row.length > 0 && row.length === rows[0].length) &&
    rows.length * rows[0].length <= MOST_FEATURES
  );
}

function isParameter(values) {
  return Array.isArray(values) && values.length <= MOST_FEATURES && isVector(values.flat());
}

function isVector(values) {
  return Array.isArray(values) && values.length <= MOST_FEATURES && values.every(isNumber);
}

function isNumber(value) {
  return Number.isFinite(value) && Math.abs(value) <= LARGEST;
}

function chunks(values, size) {
  return Array.from({ length: values.length / size }, (_, i) =>
    values.slice(i * size, (i + 1) * size),
  );
}

// ---- changes: each takes the state, and returns the traits that differ ----

const sizes = ({ x }) => [rowsOf(x).length, rowsOf(x)[0].length];

/** Each row, and the weights and biases of each, one feature longer or shorter. */
const resize = (change) => (state) => ({
  x: eachRow(state.x, (row) => change(row, 2)),
  weight: eachRow(state.weight, (row) => change(row, 1)),
  bias: eachRow(state.bias, (row) => change(row, 0)),
});

/** Buttons that change the number of features: whether they may, and what they do. */
export const features = [
  {
    label: "− feature",
    name: "Remove a feature",
    can: (state) => sizes(state)[1] > 1,
    apply: resize((row) => row.slice(0, -1)),
  },
  {
    label: "+ feature",
    name: "Add a feature",
    can: (state) => sizes(state)[0] * (sizes(state)[1] + 1) <= MOST_FEATURES,
    apply: resize((row, value) => [...row, value]),
  },
];

/** Buttons that change the number of rows, in the same way. */
export const rows = [
  {
    label: "− row",
    name: "Remove a row",
    can: (state) => sizes(state)[0] > 1,
    apply: ({ x }) => ({ x: x.length > 2 ? x.slice(0, -1) : x[0] }), // one row alone is a vector
  },
  {
    label: "+ row",
    name: "Add a row",
    can: (state) =>
      sizes(state)[0] < MOST_ROWS && (sizes(state)[0] + 1) * sizes(state)[1] <= MOST_FEATURES,
    apply: addRow,
  },
];

/** A row more: the last one from right to left, and larger. */
function addRow({ x }) {
  const rows = rowsOf(x);
  return {
    x: [
      ...rows,
      rows
        .at(-1)
        .map((value) => tidy(2 * value + 1))
        .toReversed(),
    ],
  };
}

/** Value number i of all, in row-major order, changed. */
export function withValue(values, i, value) {
  if (!Array.isArray(values[0])) return values.with(i, value);
  const size = values[0].length;
  return chunks(values.flat().with(i, value), size);
}

/** What there is to try: a label for the button, and what it changes. */
export const experiments = [
  { label: "x + 5", apply: (state) => eachX(state, (value) => value + 5) },
  { label: "one outlier", apply: ({ x }) => ({ x: withValue(x, rowsOf(x)[0].length - 1, 80) }) },
  { label: "all equal", apply: (state) => eachX(state, () => 3) },
  { label: "2x", apply: (state) => eachX(state, (value) => 2 * value) },
  { label: "−x", apply: (state) => eachX(state, (value) => 0 - value) },
  { label: "mean 10,000", apply: moveMeanTo(10_000) },
  { label: "undo with γ, β", apply: undo },
];

function eachX({ x }, change) {
  return { x: eachRow(x, (row) => row.map((...of) => tidy(change(...of)))) };
}

function eachRow(x, change) {
  return Array.isArray(x[0]) ? x.map(change) : change(x);
}

function moveMeanTo(target) {
  return (state) => {
    const centred = pipeline(state).flatMap((slice) => slice.centred);
    const moved = centred.map((value) => tidy(target + value));
    return { x: Array.isArray(state.x[0]) ? chunks(moved, state.x[0].length) : moved };
  };
}

/** γ and β that give x again; where rows share them, the first row. */
function undo(state) {
  const [{ mean, rstd }] = pipeline(state);
  const everywhere = (values, value) => eachRow(values, (row) => row.map(() => value));
  return {
    weight: everywhere(state.weight, rstd > 0 ? 1 / rstd : 1),
    bias: everywhere(state.bias, mean),
  };
}
