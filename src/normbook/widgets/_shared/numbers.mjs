// Numbers as readers read them: few digits, a true minus, thousands apart, powers of ten.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** With at most `digits` decimals where that says something, else with a power of ten. */
export function format(value, digits = 2) {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number to show`);
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.5 * 10 ** -digits || size >= 1e9)) return scientific(value);
  const options = { maximumFractionDigits: size >= 1000 ? Math.min(digits, 1) : digits };
  return minus(value.toLocaleString("en-US", { ...options, signDisplay: "negative" }));
}

/** With a power of ten: 2.5×10⁻³. */
export function scientific(value) {
  const [factor, exponent] = value.toExponential(1).split("e");
  const raised = [...exponent.replace("+", "")].map((c) => SUPERSCRIPTS[c] ?? "⁻").join("");
  return minus(`${factor.replace(".0", "")}×10${raised}`.replace(/^(-?)1×/, "$1"));
}

function minus(text) {
  return text.replace("-", "−");
}
