// LayerNorm and RMSNorm of one vector, and what leaves each as it was; float64, no γ and no β.

import { average, moments } from "../_shared/moments.mjs";

/** (x − μ) / √(σ² + ε); 0 where σ² + ε is 0, as in normbook.norms. */
export function layerNorm(x, eps) {
  const { centred, variance } = moments(x);
  return centred.map((value) => value * reciprocalRoot(variance + eps));
}

/** x / √(mean(x²) + ε); 0 where that root is 0. */
export function rmsNorm(x, eps) {
  return x.map((value) => value * reciprocalRoot(meanSquare(x) + eps));
}

export function meanSquare(x) {
  return average(x.map((value) => value * value));
}

const SHIFT = 5;
const FACTOR = 2;

/** Changes of the input, and the change of the output that is asked about; P turns the order. */
export const INVARIANCES = [
  {
    name: "shift",
    question: `N(x + ${SHIFT}) = N(x)`,
    change: (x) => x.map((value) => value + SHIFT),
    expected: (y) => y,
  },
  {
    name: "scale",
    question: `N(${FACTOR}x) = N(x)`,
    change: (x) => x.map((value) => FACTOR * value),
    expected: (y) => y,
  },
  {
    name: "sign",
    question: "N(−x) = −N(x)",
    change: (x) => x.map((value) => 0 - value),
    expected: (y) => y.map((value) => 0 - value),
  },
  {
    name: "permutation",
    question: "N(Px) = P N(x)",
    change: (x) => x.toReversed(),
    expected: (y) => y.toReversed(),
  },
];

/** The largest difference between what comes out of the changed input and what is asked about. */
export function deviation(norm, { change, expected }, x, eps) {
  const actual = norm(change(x), eps);
  return Math.max(...expected(norm(x, eps)).map((value, i) => Math.abs(value - actual[i])));
}

function reciprocalRoot(square) {
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}
