// Three variances in float32: every operation is done in float64 and rounded by Math.fround, which
// is exactly what float32 hardware gives for + − × ÷.

import { moments } from "../_shared/moments.mjs";

const f = Math.fround;

/** The mean of the squares and the square of the mean. */
function termsOf(x) {
  let sum = 0;
  let squares = 0;
  for (const value of x) {
    sum = f(sum + value);
    squares = f(squares + f(value * value));
  }
  const mean = f(sum / x.length);
  return { squares: f(squares / x.length), square: f(mean * mean) };
}

/** mean(x²) − mean(x)². */
export function onePass(x) {
  const { squares, square } = termsOf(x);
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

const PARTS = 12; // decimals of an exact number, which is an integer of such parts

/** The same two terms without rounding: a float32 number is an integer times 2⁻¹⁴⁹. */
function exactTermsOf(x) {
  let sum = 0n;
  let squares = 0n;
  for (const value of x) {
    const units = BigInt(value * 2 ** 149);
    sum += units;
    squares += units * units;
  }
  const n = BigInt(x.length);
  const inParts = (units) => (units * 10n ** BigInt(PARTS)) / 2n ** 298n;
  return { squares: inParts(squares) / n, square: inParts(sum * sum) / n ** 2n };
}

/** What one pass subtracts and what is left, exactly, parted where float32 has lost the digits. */
export function digitsOfTerms(x) {
  const [exact, found] = [exactTermsOf(x), termsOf(x)];
  return {
    squares: digitsOf(exact.squares, found.squares),
    square: digitsOf(exact.square, found.square),
    difference: digitsOf(exact.squares - exact.square, onePass(x)),
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
 * The digits of an exact number, parted where those begin that another one has lost: a digit is kept where
 * the two are apart by half a unit of its place at most.
 */
export function digitsOf(exact, found) {
  const text = inDigits(`${exact}e-${PARTS}`); // of a string, every digit is written
  const off = Math.abs(Number(exact - BigInt(Math.round(found * 10 ** PARTS)))) / 10 ** PARTS;
  let place = text.replaceAll(/\D/g, "").length - DECIMALS - 1;
  for (const [i, character] of [...text].entries()) {
    if (!/\d/.test(character)) continue;
    if (off > 0.5 * 10 ** place) return { kept: text.slice(0, i), lost: text.slice(i) };
    place -= 1;
  }
  return { kept: text, lost: "" };
}
