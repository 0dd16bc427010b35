// LayerNorm of one vector, step by step, in float64.

/**
 * Returns every step of y = γ (x − μ) / √(σ² + ε) + β.
 *
 * As normbook.norms does: deviations are taken from the first value before anything is summed, so
 * that a constant vector is exactly 0; and where σ² + ε is 0, rstd is 0, so that 0/0 is 0.
 */
export function layerNorm({ x, weight, bias, eps }) {
  const offsets = x.map((value) => value - x[0]);
  const offset = average(offsets);
  const centred = offsets.map((value) => value - offset);
  const variance = average(centred.map((value) => value * value));
  const square = variance + eps;
  const rstd = square > 0 ? 1 / Math.sqrt(square) : 0;
  const xHat = centred.map((value) => value * rstd);
  const y = xHat.map((value, i) => weight[i] * value + bias[i]);
  return { mean: x[0] + offset, centred, variance, rstd, xHat, y };
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
