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

const MINUS = /[−–⁻]/g;
const RAISED = /⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g;
const THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+(\.|$)/;

/**
 * The number that a reader has written, or NaN. A comma may stand for the point, as in half of the
 * world, or set thousands apart: 1,609 is 1609 unless that is more than `high`, and then it is 1.609.
 * A power of ten is as `format` has it, or 10^-5. A percent sign divides by 100, unless `unit` is %.
 */
export function parse(text, { unit = "", high = Number.POSITIVE_INFINITY } = {}) {
  const plain = text
    .replace(/\s/g, "")
    .replace(RAISED, (power) => `^${[...power].map((c) => digitOf(c)).join("")}`)
    .replace(MINUS, "-")
    .replace(/[·×*]10\^/, "e")
    .replace(/^(-?)10\^/, (_, sign) => `${sign}1e`);
  const digits = plain.replace(/%$/, "");
  const grouped = THOUSANDS.test(digits) ? toNumber(digits.replaceAll(",", "")) : Number.NaN;
  const said = grouped <= high ? grouped : toNumber(digits.replace(",", "."));
  return digits === plain || unit === "%" ? said : said / 100;
}

const toNumber = (text) => (text === "" ? Number.NaN : Number(text));

function digitOf(superscript) {
  const digit = SUPERSCRIPTS.indexOf(superscript);
  return digit < 0 ? superscript : digit;
}
