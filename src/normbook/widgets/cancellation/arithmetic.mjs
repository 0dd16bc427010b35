// Three variances in float32: every operation is done in float64 and rounded by Math.fround, which
// is exactly what float32 hardware gives for + − × ÷.

import { moments } from "../_shared/moments.mjs";

const f = Math.fround;

/** mean(x²) − mean(x)². */
export function onePass(x) {
  let sum = 0;
  let squares = 0;
  for (const value of x) {
    sum = f(sum + value);
    squares = f(squares + f(value * value));
  }
  const mean = f(sum / x.length);
  return f(f(squares / x.length) - f(mean * mean));
}

/** mean((x − mean(x))²). */
export function twoPass(x) {
  let sum = 0;
  for (const value of x) sum = f(sum + value);
  const mean = f(sum / x.length);
  let squares = 0;
  for (const value of x) {
    const deviation = f(value - mean);
    squares = f(squares + f(deviation * deviation));
  }
  return f(squares / x.length);
}

/** One pass that moves the mean and adds up squared deviations as it goes. */
export function welford(x) {
  let mean = 0;
  let m2 = 0;
  for (const [i, value] of x.entries()) {
    const deviation = f(value - mean);
    mean = f(mean + f(deviation / (i + 1)));
    m2 = f(m2 + f(deviation * f(value - mean)));
  }
  return f(m2 / x.length);
}

/** The deviates moved to a mean, as float32 stores them. */
export function stored(deviates, mean) {
  return deviates.map((value) => f(mean + value));
}

/** The three variances of the stored numbers beside the true one and that before storing; errors. */
export function compare(deviates, mean) {
  const x = stored(deviates, mean);
  const truth = moments(x).variance;
  const before = moments(deviates).variance;
  const error = (value) => Math.abs(value - truth);
  const found = { onePass: onePass(x), twoPass: twoPass(x), welford: welford(x) };
  return {
    truth,
    before,
    storage: Math.abs(truth - before),
    found,
    errors: Object.fromEntries(Object.entries(found).map(([name, v]) => [name, error(v)])),
  };
}
