// The four steps of LayerNorm, in float64.

import { moments } from "../_shared/moments.mjs";

/**
 * Returns every step of y = γ (x − μ) / √(σ² + ε) + β for one vector.
 *
 * As normbook.norms does: deviations are taken from the first value before anything is summed, so
 * that a constant vector is exactly 0; and where σ² + ε is 0, rstd is 0, so that 0/0 is 0.
 */
export function layerNorm({ x, weight, bias, eps }) {
  const { mean, centred, variance } = moments(x);
  const square = variance + eps;
  const rstd = square > 0 ? 1 / Math.sqrt(square) : 0;
  const xHat = centred.map((value) => value * rstd);
  const y = xHat.map((value, i) => weight[i] * value + bias[i]);
  return { mean, centred, variance, rstd, xHat, y };
}

/**
 * Returns the steps for a state of one or two dimensions: a list of results, one for each slice
 * that is normalized by itself, in the order of their values.
 */
export function pipeline({ x, weight, bias, eps, normalized_shape: shape }) {
  const slices = shape.length === 2 ? [x.flat()] : rowsOf(x);
  return slices.map((slice) =>
    layerNorm({ x: slice, weight: weight.flat(), bias: bias.flat(), eps }),
  );
}

/** The rows of x; a vector is one row. */
export function rowsOf(x) {
  return Array.isArray(x[0]) ? x : [x];
}
