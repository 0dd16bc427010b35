// The table of steps: what each one gives exactly, and what it gives in the dtype.

import { deviation } from "./arithmetic.mjs";
import { brief } from "./words.mjs";

/** The table's rows; a step that went wrong has another tone, and says what happened. */
export function steps({ place }, now, truth) {
  const inside = place === "inside";
  const named = [
    ["std of x", ({ x }) => (x.every(Number.isFinite) ? deviation(x) : Number.POSITIVE_INFINITY)],
    ["σ²", ({ variance }) => variance],
    ["ε", ({ eps }) => eps],
    ...(inside ? [] : [["σ", ({ sigma }) => sigma]]),
    [inside ? "σ² + ε" : "σ + ε", ({ sum }) => sum],
    ...(inside ? [["√(σ² + ε)", ({ divisor }) => divisor]] : []),
    ["std of x̂", ({ std }) => std ?? Number.NaN],
  ];
  // Only the first step that gives 0 is named: the later ones follow from it.
  const lost = now.x.every((value) => value === 0) ? ["std of x", "ε"] : ["σ²", "ε"];
  return named.map(([name, of]) => {
    const [rounded, exactly] = [of(now), of(truth)];
    const isWrong = !Number.isFinite(rounded) || (rounded === 0 && exactly > 0);
    const words = isWrong ? fault(rounded, lost.includes(name)) : brief(rounded);
    return { cells: [name, brief(exactly), words], tone: isWrong ? "y" : "" };
  });
}

function fault(value, isLost) {
  if (Number.isNaN(value)) return "not a number";
  if (value === 0) return isLost ? "0: rounded away" : "0";
  return "overflow";
}
