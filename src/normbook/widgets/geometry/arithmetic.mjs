// Both norms of three features, and what there is to measure between them, in float64.

import { average, moments } from "../_shared/moments.mjs";

/**
 * x − μ·1, x̂ = LN(x) and RMS(x), with the roots that they are divided by, and the angle between the
 * two in degrees: null where one of them is 0. Where a root is 0, 0/0 is 0, as in normbook.norms.
 */
export function norms({ x, eps }) {
  const { mean, centred } = moments(x);
  const layer = overRoot(centred, eps);
  const rms = overRoot(x, eps);
  const inPlane = length(centred);
  return {
    mean,
    centred,
    deviation: layer.root,
    xHat: layer.values,
    rms: rms.root,
    byRms: rms.values,
    // x has the height √3·|μ| over the plane: exact for vectors that are nearly the same, too.
    angle:
      inPlane > 0 ? (Math.atan2(Math.sqrt(3) * Math.abs(mean), inPlane) * 180) / Math.PI : null,
  };
}

/** The values over √(their mean square + ε). Squares are taken near 1, where none is lost. */
function overRoot(values, eps) {
  const scale = Math.max(Math.sqrt(eps), ...values.map(Math.abs));
  if (scale === 0) return { root: 0, values: values.map(() => 0) };
  const scaled = values.map((value) => value / scale);
  const root = Math.sqrt(average(scaled.map((value) => value * value)) + eps / scale / scale);
  return { root: root * scale, values: scaled.map((value) => value / root) };
}

export function length(values) {
  return Math.hypot(...values);
}
