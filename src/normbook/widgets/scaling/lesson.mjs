// What is worth saying about the present state.

import { format } from "../_shared/numbers.mjs";

const CROWDED = 0.2; // the part of the scale into which an outlier presses all other points

/** How long descent takes, in words. */
export function stepsInWords({ outcome, steps }) {
  if (outcome === "diverges") return "diverges";
  if (outcome === "swings") return "swings for ever";
  if (outcome === "slow") return "more than 100,000 steps";
  return steps === 1 ? "1 step" : `${format(steps)} steps`;
}

/** About the points and their two scalings. */
export function aboutPoints({ points, minMax, z, mean, sigma }) {
  const [low, high] = [Math.min(...points), Math.max(...points)];
  if (low === high) {
    return "All points are equal: max − min and σ are both 0, and 0/0 is not a number. By convention both scalings give 0 here, as normbook.norms does.";
  }
  if (points.length === 2) {
    return "Of two different points, min-max makes 0 and 1, and z-scores make −1 and 1, whatever they are.";
  }
  const crowd = crowdWithout(minMax, z);
  if (crowd) {
    const from = ([least, most]) => `from ${format(least)} to ${format(most)}`;
    return `One point takes most of both scales. Of the other ${points.length - 1}, min-max leaves a range ${from(crowd.minMax)}, and z-scores one ${from(crowd.z)}.`;
  }
  return `min-max is (${minus(low)}) / ${format(high - low)}, the z-score (${minus(mean)}) / ${format(sigma)}; the band is one σ to each side of μ. Adding 100 to every x, or multiplying every x by 10, changes only the first line.`;
}

/** The ranges that all points but the lowest or the highest share, if they are narrow. */
function crowdWithout(minMax, z) {
  for (const outlier of [1, 0]) {
    const at = minMax.indexOf(outlier);
    const range = (values) => {
      const others = values.toSpliced(at, 1);
      return [Math.min(...others), Math.max(...others)];
    };
    const [low, high] = range(minMax);
    if (high - low <= CROWDED) return { minMax: [low, high], z: range(z) };
  }
  return null;
}

function minus(value) {
  return value < 0 ? `x + ${format(-value)}` : `x − ${format(value)}`;
}

/** About the two bowls, { bowl, descent } each. */
export function aboutBowls({ elongation, correlation, rate }, before, after) {
  if (rate > 2) {
    return "The rate is above 2. Along the steepest direction, each step overshoots the bottom by more than the distance it came from: both paths diverge.";
  }
  if (rate === 2) {
    return "At a rate of 2, each step ends as far beyond the bottom of the steepest direction as it began before it. Both paths swing for ever.";
  }
  if (elongation === 1) {
    return "Both features are equally wide already: scaling changes nothing.";
  }
  const gain = `Scaling takes the condition number from ${format(before.bowl.condition)} to ${format(after.bowl.condition)}.`;
  if (correlation === 0) {
    return `${gain} Without correlation the scaled bowl is round, and each step points straight at the best weights.`;
  }
  return `${gain} What remains is the correlation: (1 + |ρ|) / (1 − |ρ|) is ${format(after.bowl.condition)}, and scaling each feature by itself cannot remove it.`;
}
