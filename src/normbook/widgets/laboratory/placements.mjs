// The six placements: N is the norm, G the two linear layers of a block.
//   slot     where N is dropped to get it, see wiring.mjs
//   norms    what stands in each slot that holds a norm
//   alpha    whether the stream is multiplied by α before G is added
//   stream   whether x goes past G at all

export const PLACEMENTS = {
  plain: {
    name: "plain",
    formula: "y = G(N(x))",
    slot: "cut",
    norms: { before: "N" },
    words: "x goes through the norm N, then through G, and is y; nothing goes past G",
  },
  pre: {
    name: "pre",
    formula: "y = x + G(N(x))",
    slot: "before",
    norms: { before: "N" },
    stream: true,
    words: "a copy of x goes through the norm N, then through G, and is added to x",
  },
  post: {
    name: "post",
    formula: "y = N(x + G(x))",
    slot: "last",
    norms: { last: "N" },
    stream: true,
    words: "a copy of x goes through G and is added to x; the sum goes through the norm N",
  },
  sandwich: {
    name: "sandwich",
    formula: "y = x + N₂(G(N₁(x)))",
    slot: "around",
    norms: { before: "N₁", after: "N₂" },
    stream: true,
    words: "a copy of x goes through a norm, through G, through another norm, and is added to x",
  },
  olmo2: {
    name: "OLMo 2",
    formula: "y = x + N(G(x))",
    slot: "after",
    norms: { after: "N" },
    stream: true,
    words: "a copy of x goes through G, then through the norm N, and is added to x",
  },
  deepnorm: {
    name: "DeepNorm",
    formula: "y = N(αx + G(x))",
    slot: "scaled",
    norms: { last: "N" },
    alpha: true,
    stream: true,
    words: "a copy of x goes through G and is added to α x; the sum goes through the norm N",
  },
};

export const KEYS = Object.keys(PLACEMENTS);

/** The placement that comes of N being dropped in a slot. */
export function placementOf(slot) {
  return KEYS.find((key) => PLACEMENTS[key].slot === slot);
}

/** The formula of a placement; where there is no norm, what its stream and α leave of it. */
export function formulaOf(key, hasNorm) {
  const { formula, stream, alpha } = PLACEMENTS[key];
  if (hasNorm) return formula;
  return `y = ${alpha ? "α" : ""}${stream ? "x + " : ""}G(x)`;
}
