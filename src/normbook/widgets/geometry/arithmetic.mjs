// Both norms of three features, what there is to measure between them, and the gradient, in float64.

import { average, moments } from "../_shared/moments.mjs";
import { Stream } from "../_shared/random.mjs";

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

/**
 * What LayerNorm hands back of the gradient `dy` that arrives at x̂, by what `norms` found: `across`
 * is dy without its part along 1, `along` without its part along x̂ either, and dx is that over the
 * root; 0 where the root is 0.
 */
export function gradient({ dy }, { xHat, deviation }) {
  const mean = average(dy);
  const across = dy.map((value) => value - mean);
  const share = average(dy.map((value, i) => value * xHat[i]));
  const along = across.map((value, i) => value - share * xHat[i]);
  const dx = along.map((value) => (deviation > 0 ? value / deviation : 0));
  return { across, along, dx };
}

const ROWS = 40;
const SPREAD = 0.45; // the deviation of a cloud's rows around x
const stream = new Stream(8);
const AROUND = Array.from({ length: ROWS }, () => [0, 1, 2].map(() => SPREAD * stream.deviate()));

/**
 * Rows around x, and where both norms have brought them when they have gone the share `fallen` of
 * the way: LayerNorm's drop along 1 in the first half of it and are scaled in the second.
 */
export function cloud({ x, eps, fallen }) {
  const rows = AROUND.map((offset) => x.map((value, i) => value + offset[i]));
  const between = (from, to, share) => from.map((value, i) => value + share * (to[i] - value));
  const layer = [];
  const rms = [];
  for (const row of rows) {
    const { centred, xHat, byRms } = norms({ x: row, eps });
    layer.push(
      fallen < 0.5 ? between(row, centred, 2 * fallen) : between(centred, xHat, 2 * fallen - 1),
    );
    rms.push(between(row, byRms, fallen));
  }
  return { rows, layer, rms };
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
