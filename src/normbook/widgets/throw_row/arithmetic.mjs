// LayerNorm of one row, wherever it is moved to, in float64.

import { moments } from "../_shared/moments.mjs";
import { tidy } from "../_shared/ranges.mjs";

export const ROW = [1, 7, 7, 9];
const EPS = 1e-5;

/** The row with an offset added to each feature, its mean, and its x̂. */
export function moved(offset) {
  const x = ROW.map((value) => tidy(value + offset));
  const { mean, centred, variance } = moments(x);
  return { x, mean, xHat: centred.map((value) => value / Math.sqrt(variance + EPS)) };
}
