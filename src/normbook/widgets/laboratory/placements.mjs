// The six placements of the laboratory: G is the two linear layers of a block.

import { PLACEMENTS } from "../_shared/placements.mjs";

export const KEYS = Object.keys(PLACEMENTS);

/** Where N is dropped to get each, see wiring.mjs. */
export const SLOT_OF = {
  plain: "cut",
  pre: "before",
  post: "last",
  sandwich: "around",
  olmo2: "after",
  deepnorm: "scaled",
};

/** The placement that comes of N being dropped in a slot. */
export function placementOf(slot) {
  return KEYS.find((key) => SLOT_OF[key] === slot);
}

/** The formula of a placement; where there is no norm, what its stream and α leave of it. */
export function formulaOf(key, hasNorm) {
  const { formula, stream, alpha = "" } = PLACEMENTS[key];
  if (hasNorm) return formula;
  return `y = ${stream ? `${alpha}x + ` : ""}G(x)`;
}
