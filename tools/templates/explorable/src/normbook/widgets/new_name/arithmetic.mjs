// FILL IN: what is computed here, in one line. No DOM: tests run it without a page.

import { moments } from "../_shared/moments.mjs";

/** LayerNorm of a row. */
export function normalize(x, eps) {
  const { mean, variance } = moments(x);
  return x.map((value) => (value - mean) / Math.sqrt(variance + eps));
}
