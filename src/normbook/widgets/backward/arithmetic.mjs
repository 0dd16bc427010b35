// The gradient of LayerNorm with respect to x, term by term, in float64.

import { average, moments } from "../_shared/moments.mjs";

const ROUNDING = 16 * Number.EPSILON; // of the terms of a gradient, in their own size

/**
 * Returns the three terms of dx = rstd (dy − mean(dy) − x̂ mean(dy x̂)), their sum, and what a
 * finite difference of L = Σ dyᵢ yᵢ says; γ is 1.
 *
 * `through_mean` and `through_var` tell whether the gradient goes through μ and σ²; where it does
 * not, as with detached statistics, the term is 0. Where σ² + ε is 0, rstd and dx are 0, as in
 * normbook.norms, and there is no finite difference, since y jumps; nor where x is so nearly constant
 * that no float64 is near enough for one.
 */
export function backward({ x, dy, eps, through_mean, through_var }) {
  const { xHat, rstd } = normalize(x, eps);
  const meanOfDy = through_mean ? average(dy) : 0;
  const along = through_var ? average(dy.map((value, i) => value * xHat[i])) : 0;
  const direct = dy.map((value) => rstd * value);
  const ofMean = dy.map(() => -rstd * meanOfDy);
  const ofVar = xHat.map((value) => -rstd * value * along);
  const dx = direct.map((value, i) => sum(value, ofMean[i], ofVar[i]));
  return { xHat, rstd, direct, ofMean, ofVar, dx, numeric: finiteDifference(x, dy, eps) };
}

/** A sum; 0 where its terms cancel and leave their rounding. */
function sum(...terms) {
  const total = terms.reduce((a, b) => a + b);
  const size = terms.reduce((a, b) => a + Math.abs(b), 0);
  return Math.abs(total) <= ROUNDING * size ? 0 : total;
}

/**
 * (L(x + h) − L(x − h)) / 2h for each feature; null where σ² + ε is 0, or so small that x + h and x − h
 * are the same float64.
 */
function finiteDifference(x, dy, eps) {
  const { variance } = moments(x);
  if (variance + eps === 0) return null;
  const h = 1e-5 * Math.sqrt(variance + eps); // small beside the scale on which y changes
  const loss = (values) => dot(dy, normalize(values, eps).xHat);
  const ends = x.map((value) => [value + h, value - h]);
  if (ends.some(([above, below]) => above === below)) return null;
  return ends.map(
    ([above, below], i) => (loss(x.with(i, above)) - loss(x.with(i, below))) / (above - below),
  );
}

export function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function normalize(x, eps) {
  const { centred, variance } = moments(x);
  const rstd = variance + eps > 0 ? 1 / Math.sqrt(variance + eps) : 0;
  return { xHat: centred.map((value) => value * rstd), rstd };
}
