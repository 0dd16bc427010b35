// What the state may be, and the changes that the buttons make.

import { tidy } from "../_shared/ranges.mjs";
import { number, vector } from "../_shared/traits.mjs";

// The same limits as in widget.py.
const FEWEST = 2;
const MOST = 12;
const LARGEST = 10_000;
const SEVEN = [22, 5, 6, 8, 10, 19, 2];

export const traits = {
  points: vector({ least: FEWEST, most: MOST, low: -LARGEST, high: LARGEST, start: SEVEN }),
  elongation: number({ low: 1, high: 50, start: 10 }),
  correlation: number({ low: -0.95, high: 0.95, start: 0.3 }),
  rate: number({ low: 0.05, high: 2.5, start: 1 }),
};

/** What there is to try: a label for the button, and what it changes. */
export const experiments = [
  { label: "one outlier", apply: ({ points }) => ({ points: withOutlier(points) }) },
  { label: "all equal", apply: eachPoint(() => 10) },
  { label: "+ 100", apply: eachPoint((value) => value + 100) },
  { label: "× 10", apply: eachPoint((value) => 10 * value) },
  { label: "the chapter’s seven", apply: () => ({ points: SEVEN }) },
];

export const canAdd = ({ points }) => points.length < MOST;
export const canRemove = ({ points }) => points.length > FEWEST;

/** One point more, in the middle of the widest gap. */
export function addPoint({ points }) {
  const sorted = points.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, i) => value - sorted[i]);
  const widest = gaps.indexOf(Math.max(...gaps));
  return { points: [...points, tidy((sorted[widest] + sorted[widest + 1]) / 2)] };
}

export function removePoint({ points }) {
  return { points: points.slice(0, -1) };
}

/** The largest point, moved ten times the others' range beyond them. */
function withOutlier(points) {
  const at = points.indexOf(Math.max(...points));
  const others = points.toSpliced(at, 1);
  const high = Math.max(...others);
  const range = high - Math.min(...others);
  return points.with(at, tidy(high + 10 * (range || 1)));
}

function eachPoint(change) {
  return ({ points }) => ({ points: points.map((value) => tidy(change(value))) });
}

/**
 * The axis of the points: all of them well inside, 0 too unless they are far from it, and nothing
 * that a point cannot be. Points that almost meet do not stretch it without end.
 */
export function domainOf(points) {
  let [low, high] = [Math.min(...points), Math.max(...points)];
  const spread = high - low;
  const largest = Math.max(-low, high);
  if (spread === 0 || largest <= 8 * spread) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  const least = largest === 0 ? 1 : Math.max(5e-4 * largest, 1e-5);
  const half = Math.max(0.65 * (high - low), least);
  const middle = (low + high) / 2;
  const step = 10 ** Math.floor(Math.log10(half) - 0.3); // its multiples are the ends
  return [
    Math.max(tidy(Math.floor((middle - half) / step) * step), -LARGEST),
    Math.min(tidy(Math.ceil((middle + half) / step) * step), LARGEST),
  ];
}
