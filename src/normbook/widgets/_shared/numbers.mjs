// Numbers as readers read them: few digits, a true minus, thousands apart, powers of ten; and as
// readers write them.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const formats = new Map(); // kept by number of digits: to make one takes longer than a repaint may

/** A number with at most `digits` decimals, or with a power of ten if those would show too little. */
export function format(value, digits = 2) {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number to show`);
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.5 * 10 ** -digits || size >= 1e9)) return scientific(value);
  return minus(withDecimals(size >= 1000 ? Math.min(digits, 1) : digits).format(value));
}

function withDecimals(most) {
  if (!formats.has(most)) {
    const options = { maximumFractionDigits: most, signDisplay: "negative" };
    formats.set(most, new Intl.NumberFormat("en-US", options));
  }
  return formats.get(most);
}

/** A number with a power of ten: 2.5×10⁻³. */
export function scientific(value) {
  const [factor, exponent] = value.toExponential(1).split("e");
  const raised = [...exponent.replace("+", "")].map((c) => SUPERSCRIPTS[c] ?? "⁻").join("");
  return minus(`${factor.replace(".0", "")}×10${raised}`.replace(/^(-?)1×/, "$1"));
}

function minus(text) {
  return text.replace("-", "−");
}

const MINUS = /[−–⁻‐‑]/g;
const RAISED = /⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g;
const POWER = /^([+-]?)10(?:\^|\*\*)/;
const TIMES_POWER = /[·×*x⋅∙•]10(?:\^|\*\*)/i;
const DECIMAL = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;

/** The number that a reader has written, or NaN: the first of `readings`. */
export const parse = (text, scale) => readings(text, scale)[0];

/**
 * What a text may mean that a reader has written on a scale { low, high, unit }, likeliest first; NaN
 * alone if it is no number. A comma may stand for the point, as in half of the world, and either may
 * part thousands. 1,609 is 1609 first and 1.609 is itself, but what lies on the scale goes before. A
 * power of ten is as `format` has it, or 10^-5. A percent sign means a hundredth, where that is what
 * is asked for or the scale has no unit and ends below 100.
 */
export function readings(
  text,
  { unit = "", low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = {},
) {
  const plain = text
    .replace(/\s|(?<=\d)['’](?=\d)/g, "")
    .replace(RAISED, (power) => `^${[...power].map((c) => digitOf(c)).join("")}`)
    .replace(MINUS, "-")
    .replace(TIMES_POWER, "e")
    .replace(POWER, "$11e");
  const digits = plain.replace(/%$/, "");
  const isShare = digits !== plain && unit !== "%";
  if (isShare && (unit !== "" || high >= 100)) return [Number.NaN];
  const isOn = (value) => value >= low && value <= high;
  const read = meaningsOf(digits)
    .map((value) => (isShare ? value / 100 : value))
    .filter(Number.isFinite)
    .toSorted((a, b) => isOn(b) - isOn(a));
  return read.length ? read : [Number.NaN];
}

function meaningsOf(digits) {
  const decimal = DECIMAL.test(digits) ? [Number(digits.replace(",", "."))] : [];
  const parted = THOUSANDS.exec(digits);
  if (!parted) return decimal;
  const thousands = Number(digits.replaceAll(parted[1], "").replace(",", "."));
  return parted[1] === "," ? [thousands, ...decimal] : [...decimal, thousands];
}

function digitOf(superscript) {
  const digit = SUPERSCRIPTS.indexOf(superscript);
  return digit < 0 ? superscript : digit;
}
