// Whether what a reader said is so, and the sentence that says both.

import { format } from "../../../widgets/_shared/numbers.mjs";
import { shareOf, valueAt } from "./scale.mjs";

const FACTOR = 1.5; // how far off a right answer may be on a logarithmic scale, as a factor
const SHARE = 0.1; // how far off it may be on a linear scale or axis, as a share of its length

/** Whether an answer is right; `spec` is what the build wrote of the question. */
export function isRight(spec, said) {
  return RIGHT[spec.kind](spec, said);
}

const RIGHT = {
  choice: ({ is }, said) => same(is, said),
  order: ({ is }, said) => same(is, said),
  number: ({ is, scale, tolerance }, said) => isNear(scale, tolerance, is, said),
  sketch: (spec, said) =>
    said.every((value, i) => isNear(spec.y, spec.tolerance, truthAt(spec, spec.at[i]), value)),
};

const same = (a, b) => a.length === b.length && a.every((each, i) => each === b[i]);

/** On a linear axis the tolerance is a distance, on a logarithmic one a factor. */
function isNear({ low, high, log }, tolerance, is, said) {
  const slack = 1 + 1e-9;
  if (log) return Math.abs(Math.log(said / is)) <= Math.log(tolerance ?? FACTOR) * slack;
  return Math.abs(said - is) <= (tolerance ?? SHARE * (high - low)) * slack;
}

/** The height at `place` of the curve that a sketch shows: straight between its points on both axes. */
export function truthAt({ is, x, y }, place) {
  const after = is.findIndex(([at]) => at >= place);
  if (after <= 0 || is[after][0] === place) return is.at(after)[1];
  const [[a, low], [b, high]] = [is[after - 1], is[after]];
  const [from, here, to] = [a, place, b].map((at) => shareOf(x, at));
  const [start, end] = [low, high].map((value) => shareOf(y, value));
  return valueAt(y, start + ((end - start) * (here - from)) / (to - from));
}

/**
 * The sentence that says what was said and what is, in parts: a text, or { number } for the words of
 * a choice.
 */
export function verdict(spec, said) {
  return VERDICT[spec.kind](spec, said, isRight(spec, said));
}

const VERDICT = {
  choice: ({ is }, said, right) => compare(named(said), named(is), right),
  order({ is }, said, right) {
    if (right) return [`You have all ${is.length} in place.`];
    const placed = said.filter((number, i) => number === is[i]).length;
    return [`You have ${placed || "none"} of ${is.length} in place.`];
  },
  number: ({ words, unit }, said, right) =>
    right && format(said, 3) !== words
      ? [`You said ${withUnit(said, unit)}: near enough. It is ${words}.`]
      : compare([withUnit(said, unit)], [words], right),
  sketch(spec, said, right) {
    const gaps = said.map((value, i) => gap(spec.y, value, truthAt(spec, spec.at[i])));
    const i = right ? said.length - 1 : gaps.indexOf(Math.max(...gaps));
    const at = `${format(spec.at[i], 4)} (${spec.x.label})`;
    const is = format(truthAt(spec, spec.at[i]), 2);
    const drew = format(said[i], 2);
    return right
      ? [`You drew it: at ${at} you have ${drew}, and it is ${is}.`]
      : [`You are furthest off at ${at}: you drew ${drew}, and it is ${is}.`];
  },
};

function compare(said, is, right) {
  if (right) return ["You said ", ...said, ", and so it is."];
  return ["You said ", ...said, "; it is ", ...is, "."];
}

function named(numbers) {
  const before = (i) => (i === numbers.length - 1 ? " and " : ", ");
  return numbers.flatMap((number, i) => (i ? [before(i), { number }] : [{ number }]));
}

const withUnit = (value, unit = "") => `${format(value, 3)} ${unit}`.trim();

const gap = ({ log }, a, b) => Math.abs(log ? Math.log(a / b) : a - b);
