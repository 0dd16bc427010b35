// Mean, deviations and biased variance in float64.

/**
 * Deviations are taken from the first value before anything is summed, as normbook.norms does, so
 * that a constant vector is exactly 0.
 */
export function moments(x) {
  const offsets = x.map((value) => value - x[0]);
  const offset = average(offsets);
  const centred = offsets.map((value) => value - offset);
  return { mean: x[0] + offset, centred, variance: average(centred.map((value) => value * value)) };
}

export function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
