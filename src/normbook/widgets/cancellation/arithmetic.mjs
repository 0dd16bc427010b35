// Three variances in float32: every operation is done in float64 and rounded by Math.fround, which
// is exactly what float32 hardware gives for + − × ÷.

import { moments } from "../_shared/moments.mjs";

const f = Math.fround;

/** The mean of the squares and the square of the mean, with each operation rounded. */
function termsOf(x, round) {
  let sum = 0;
  let squares = 0;
  for (const value of x) {
    sum = round(sum + value);
    squares = round(squares + round(value * value));
  }
  const mean = round(sum / x.length);
  return { squares: round(squares / x.length), square: round(mean * mean) };
}

/** mean(x²) − mean(x)². */
export function onePass(x) {
  const { squares, square } = termsOf(x, f);
  return f(squares - square);
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

/** What one pass subtracts and what is left, exactly, parted where float32 has lost the digits. */
export function digitsOfTerms(x) {
  const [exact, found] = [termsOf(x, (value) => value), termsOf(x, f)];
  return {
    squares: digitsOf(exact.squares, found.squares),
    square: digitsOf(exact.square, found.square),
    difference: digitsOf(moments(x).variance, onePass(x)),
    found: { kept: inDigits(onePass(x)), lost: "" },
  };
}

const DECIMALS = 4;
const written = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: DECIMALS,
  maximumFractionDigits: DECIMALS,
});

const inDigits = (value) => written.format(value).replace("-", "−");

/**
 * The digits of a number, parted where those begin that another one has lost: a digit is kept where
 * the two are apart by half a unit of its place at most.
 */
export function digitsOf(exact, found) {
  const text = inDigits(exact);
  const off = Math.abs(exact - found);
  let place = text.replaceAll(/\D/g, "").length - DECIMALS - 1;
  for (const [i, character] of [...text].entries()) {
    if (!/\d/.test(character)) continue;
    if (off > 0.5 * 10 ** place) return { kept: text.slice(0, i), lost: text.slice(i) };
    place -= 1;
  }
  return { kept: text, lost: "" };
}
