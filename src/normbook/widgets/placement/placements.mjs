// The five placements that were measured: their colours, and who uses them.

import { PLACEMENTS } from "../_shared/placements.mjs";

const MEASURED = {
  pre: { tone: "centred", seen: "GPT-2, Llama" },
  post: { tone: "y", seen: "the first Transformer, BERT" },
  sandwich: { tone: "x-hat", seen: "CogView, Gemma 2; also called Peri-LN" },
  olmo2: { tone: "fifth", seen: "OLMo 2, with norms of queries and keys as well" },
  deepnorm: { tone: "x", seen: "DeepNet; α = ⁴√(2 · depth)" },
};

export const KEYS = Object.keys(MEASURED);

export const nameOf = (key) => PLACEMENTS[key].name;

export const toneOf = (key) => MEASURED[key].tone;

export const seenIn = (key) => MEASURED[key].seen;

/** Whether a block ends in a norm of the stream itself. */
export const resets = (key) => Boolean(PLACEMENTS[key].norms.last);

/** The formula of a placement, with the value of α where it has one. */
export function formulaOf(key, alpha) {
  const { formula, alpha: name } = PLACEMENTS[key];
  return name ? `${formula}, ${name} = ${alpha}` : formula;
}
