// Two ways to scale a list of numbers, and gradient descent on a quadratic bowl.

import { average, moments } from "../_shared/moments.mjs";

/** (x − min) / (max − min); equal numbers give 0, as in normbook.norms. */
export function minMaxScale(x) {
  const low = Math.min(...x);
  const span = Math.max(...x) - low;
  return x.map((value) => (span === 0 ? 0 : (value - low) / span));
}

/** (x − μ) / σ; equal numbers give 0, as in normbook.norms. */
export function standardize(x) {
  const { centred } = moments(x);
  const largest = Math.max(...centred.map(Math.abs));
  if (largest === 0) return x.map(() => 0);
  // Measured in the largest deviation: the squares of tiny deviations would all be 0.
  const units = centred.map((value) => value / largest);
  const spread = Math.sqrt(average(units.map((value) => value * value)));
  return units.map((value) => value / spread);
}

// ---- gradient descent: the loss is half of dᵀ H d, with d the weights minus the best ones ----

const BEST = [1, 2]; // the weights of the standardized features; descent starts at 0
const FALL = 1e-6; // descent has settled when the loss is this share of its start
const MOST_STEPS = 100_000;
const DRAWN_STEPS = 150;

/**
 * The bowl of two features: their Hessian S R S, which is [[1, mixed], [mixed, steep]], with S =
 * diag(1, elongation) and R = [[1, ρ], [ρ, 1]]; its eigenvalues; and where the best weights lie.
 * An elongation of 1 is the scaled bowl.
 */
export function bowl(elongation, correlation) {
  const mixed = correlation * elongation;
  const steep = elongation * elongation;
  const largest = (1 + steep) / 2 + Math.hypot((steep - 1) / 2, mixed);
  const smallest = (steep * (1 - correlation ** 2)) / largest; // the determinant over the other
  const condition = largest / smallest;
  const best = [BEST[0], BEST[1] / elongation];
  return { elongation, correlation, mixed, steep, largest, smallest, condition, best };
}

/** The Hessian times a vector. */
export function timesHessian({ mixed, steep }, [p, q]) {
  return [p + mixed * q, mixed * p + steep * q];
}

/** The best weights as a sum of two eigenvectors: that of the largest eigenvalue, and the other. */
export function alongEigenvectors(bowl) {
  const { largest, smallest, best } = bowl;
  if (largest - smallest < 1e-9) return [best, [0, 0]]; // round: every vector is an eigenvector
  const product = timesHessian(bowl, best);
  const steepest = best.map((part, i) => (product[i] - smallest * part) / (largest - smallest));
  return [steepest, best.map((part, i) => part - steepest[i])];
}

/**
 * Descends from weights of 0 by w ← w − rate / λ_max · H (w − best), and returns
 *   outcome  "settles", "slow" after 100,000 steps, "swings" at a rate of 2, "diverges" above it
 *   steps    until the loss has fallen to a millionth, where it settles
 *   path     the weights at the start and after each of the first 150 steps at most
 */
export function descend(bowl, rate) {
  const { largest, best } = bowl;
  const learningRate = rate / largest;
  const steps = rate < 2 ? countSteps(bowl, rate) : Number.POSITIVE_INFINITY;
  const path = [[0, 0]];
  let away = best.map((weight) => -weight);
  while (path.length <= Math.min(steps, DRAWN_STEPS)) {
    const gradient = timesHessian(bowl, away);
    away = away.map((distance, i) => distance - learningRate * gradient[i]);
    path.push(best.map((weight, i) => weight + away[i]));
  }
  return { outcome: outcomeOf(rate, steps), steps, path, learningRate };
}

/**
 * The steps until the loss has fallen to a millionth, for a rate below 2. Each step multiplies the
 * distance along an eigenvector by 1 − rate λ / λ_max, so that the loss falls with every step, and
 * the first step below the goal is found by halving.
 */
function countSteps(bowl, rate) {
  const { largest, smallest } = bowl;
  const parts = [largest, smallest].map((eigenvalue, i) => {
    const [p, q] = alongEigenvectors(bowl)[i];
    return {
      share: eigenvalue * (p * p + q * q),
      factor: (1 - (rate * eigenvalue) / largest) ** 2,
    };
  });
  const loss = (k) => parts.reduce((sum, { share, factor }) => sum + share * factor ** k, 0);
  const goal = FALL * loss(0);
  if (loss(MOST_STEPS) > goal) return Number.POSITIVE_INFINITY;
  let [above, below] = [0, MOST_STEPS];
  while (below - above > 1) {
    const middle = Math.floor((above + below) / 2);
    if (loss(middle) > goal) above = middle;
    else below = middle;
  }
  return below;
}

function outcomeOf(rate, steps) {
  if (rate > 2) return "diverges";
  if (rate === 2) return "swings"; // along the steepest direction, each step only changes the sign
  return steps <= MOST_STEPS ? "settles" : "slow";
}
