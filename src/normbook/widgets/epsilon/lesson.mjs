// One or two sentences on what is worth noticing in a state.

import { format } from "../_shared/numbers.mjs";
import { normalize } from "./arithmetic.mjs";
import { brief } from "./words.mjs";

const SMALLEST = "float16, whose smallest number above 0 is 6×10⁻⁸";

export function lesson(state, now, truth) {
  return broken(state, now, truth) ?? rounded(state, now, truth) ?? swamped(state, now, truth);
}

/** Where no right output comes out. Of the three dtypes this happens to float16 alone. */
function broken({ eps }, now, truth) {
  if (!now.x.every(Number.isFinite)) {
    return "The largest float16 number is 65,504, and some of x is beyond it: x overflows before anything is computed, and ∞ − ∞ is not a number.";
  }
  if (now.kind === "overflow") {
    return `The squares add up to more than 65,504, the largest float16 number. σ² overflows to ∞, and dividing by its root makes every output 0, with no error; the exact standard deviation is ${format(truth.std, 3)}.`;
  }
  if (now.divisor === 0) {
    const without = eps > 0 ? `so does ε = ${brief(eps)}` : "ε is 0";
    if (now.x.every((value) => value === 0))
      return `All of x rounds to 0 in float16, and ${without}: 0/0 is not a number.`;
    return `σ² rounds to 0 in ${SMALLEST}, and ${without}. Division by 0 gives ∞, and 0/0 is not a number. Statistics in float32 avoid it.`;
  }
  return null;
}

/** Where float16 moves the output by more than a hundredth, or ε by more than a twentieth. */
function rounded({ eps, place, dtype, upcast }, now, truth) {
  if (dtype !== "float16") return null;
  const both = `the output's standard deviation is ${format(now.std, 3)} instead of ${format(truth.std, 3)}`;
  const isOff = Math.abs(now.std - truth.std) > 0.01;
  if (now.x.every((value) => value === 0)) {
    return "All of x rounds to 0 in float16: the row is constant, and ε keeps its output at 0.";
  }
  if (now.variance === 0 && isOff) {
    return place === "inside"
      ? `σ² rounds to 0 in ${SMALLEST}. Only ε is left below the root: ${both}.`
      : `σ² rounds to 0 in ${SMALLEST}, and its root with it. Only ε is left to divide by: ${both}.`;
  }
  if (now.eps === 0 && eps > 0) {
    return `ε = ${brief(eps)} rounds to 0 in ${SMALLEST}. At this scale σ² is not 0 without it; but a row of equal numbers gives 0/0.${isOff ? ` And few digits of σ² are left: ${both}.` : ""}`;
  }
  if (Math.abs(now.eps - eps) > 0.05 * eps) {
    return `ε = ${brief(eps)} becomes ${brief(now.eps)} in float16, whose numbers near 0 stand 6×10⁻⁸ apart${isOff ? `; ${both}` : ""}.`;
  }
  if (isOff)
    return `Near its smallest numbers float16 keeps few digits of ${upcast ? "x" : "σ²"}: ${both}.`;
  return null;
}

/** What ε does to the output, in any dtype. */
function swamped(state, now, truth) {
  const { eps, place, dtype, upcast } = state;
  const bits =
    dtype === "bfloat16" && !upcast
      ? " bfloat16 has float32's range, so that nothing overflows or vanishes, but only 8 bits of precision."
      : "";
  if (eps === 0) {
    return `With no ε the output's standard deviation is 1, up to rounding, as long as no step overflows or vanishes; but a row of equal numbers gives 0/0.${bits}`;
  }
  const [name, value] = place === "inside" ? ["σ²", truth.variance] : ["σ", truth.sigma];
  const compared = `${name} is ${ratio(value / eps)} ε`;
  if (truth.std > 0.995) {
    return `${compared}, so that ε takes less than half a percent from the output's standard deviation.${bits}`;
  }
  const elsewhere = place === "inside" ? "outside" : "inside";
  const other = normalize({ ...state, place: elsewhere });
  const contrast =
    other.kind === "number"
      ? ` With the same ε ${elsewhere} the root it would be ${format(other.std, 3)}.`
      : "";
  return `${compared}: the output's standard deviation is ${format(now.std, 3)}, not 1.${contrast}${bits}`;
}

function ratio(value) {
  if (value > 0.95 && value < 1.05) return "as large as";
  return value > 1
    ? `${counted(value)} times as large as`
    : `${counted(1 / value)} times smaller than`;
}

function counted(value) {
  return format(value, value < 10 ? 1 : 0);
}
