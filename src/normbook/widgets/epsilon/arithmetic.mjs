// LayerNorm of eight numbers, each operation rounded to a dtype, and what comes out at which scale.

import { moments } from "../_shared/moments.mjs";
import { bfloat16, float16, float32 } from "../_shared/rounding.mjs";

// Mean 0 and variance 1, both exact in every dtype.
const SAMPLE = [2, -1, 0.5, -1.25, 0.75, 0, -0.75, -0.25];
const ROUNDINGS = { float32, float16, bfloat16, float64: (value) => value };
const MOST = 1.5; // the charts end here: no right output has a standard deviation above 1

/**
 * Returns every step. With `upcast` the statistics are taken in float32, and x̂ is cast back.
 * `kind` is "number"; "overflow", where the divisor is ∞ and x̂ therefore 0; "nan", where some of
 * x̂ is none or ∞; or "large". `std` is the standard deviation of x̂, or null where that is none.
 */
export function normalize({ scale, eps: wanted, dtype, place, upcast }) {
  const store = ROUNDINGS[dtype];
  const r = upcast ? float32 : store;
  const mean = (values) => r(values.reduce((sum, value) => r(sum + value), 0) / values.length);
  const x = SAMPLE.map((value) => store(scale * value));
  const centre = mean(x);
  const centred = x.map((value) => r(value - centre));
  const variance = mean(centred.map((value) => r(value * value)));
  const eps = r(wanted);
  const sigma = r(Math.sqrt(variance));
  const sum = place === "inside" ? r(variance + eps) : r(sigma + eps);
  const divisor = place === "inside" ? r(Math.sqrt(sum)) : sum;
  const xHat = centred.map((value) => store(r(value / divisor)));
  return { x, variance, eps, sigma, sum, divisor, xHat, ...outcome(xHat, divisor) };
}

/** Every step as `normalize` returns it, in float64 in place of the state's dtype. */
export function exact(state) {
  return normalize({ ...state, dtype: "float64", upcast: false });
}

/** The exact standard deviation of the output: that of the input times one factor. */
export function exactStd({ scale, eps, place }) {
  return scale / (place === "inside" ? Math.sqrt(scale * scale + eps) : scale + eps);
}

/** The standard deviation of some numbers, or null where one of them is none. */
export function deviation(values) {
  return values.every(Number.isFinite) ? Math.sqrt(moments(values).variance) : null;
}

function outcome(xHat, divisor) {
  const std = deviation(xHat);
  if (std === null) return { kind: "nan", std };
  if (divisor === Number.POSITIVE_INFINITY) return { kind: "overflow", std };
  return { kind: std > MOST ? "large" : "number", std };
}

/** The outcome at each scale, all at one ε. */
export function curve(state, scales) {
  return scales.map((scale) => {
    const { kind, std } = normalize({ ...state, scale });
    return { scale, kind, std };
  });
}

/** The stretches of a curve that are not just numbers, as { kind, from, to }. */
export function bands(points) {
  const found = [];
  for (const [i, { scale, kind }] of points.entries()) {
    const last = found.at(-1);
    if (last?.kind === kind) continue;
    const from = last ? Math.sqrt(points[i - 1].scale * scale) : scale;
    if (last) last.to = from;
    found.push({ kind, from, to: points.at(-1).scale });
  }
  return found.filter(({ kind }) => kind !== "number");
}

/** The outcomes at all pairs of ε and scale: a row an ε. */
export function grid(state, scales, epsilons) {
  return epsilons.map((eps) => curve({ ...state, eps }, scales));
}
