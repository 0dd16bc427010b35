// What is worth saying about the present state, in one line.

import { rowsOf } from "./arithmetic.mjs";

export function lesson({ x, eps, normalized_shape: shape }, slices) {
  const rows = rowsOf(x);
  const variance = Math.min(...slices.map((slice) => slice.variance));
  if (variance === 0 && eps === 0) {
    return "σ² and ε are both 0, so x̂ is 0/0. Plain division gives “not a number”; here it is 0, as for every ε above 0.";
  }
  if (shape.length === 2) {
    return `normalized_shape (${shape.join(", ")}): one μ and one σ² for all ${rows.flat().length} values, and a γ and β for each of them.`;
  }
  if (rows.length > 1) {
    return `normalized_shape (${shape[0]},): each row has its own μ and σ²; γ and β are shared by the rows.`;
  }
  if (x.length === 1) return "One feature is its own mean: x̂ is 0 and y is β, whatever x is.";
  if (variance === 0) return "All features are equal: σ² is 0, x̂ is 0, and y is β.";
  if (x.length === 2)
    return "Of two features, one becomes −1 and the other 1; only ε holds them back.";
  return "Shaded: one standard deviation around the mean, through all steps.";
}
