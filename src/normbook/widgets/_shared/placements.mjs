// Where the norm N of a block stands beside G, its sublayer, as in the table of normbook/nn/residual.py.
//   norms    what stands in front of G, behind it, and last in the stream
//   alpha    what the stream is multiplied by before G is added, if anything
//   stream   whether x goes past G at all

export const PLACEMENTS = {
  plain: { name: "plain", formula: "y = G(N(x))", norms: { before: "N" }, stream: false },
  pre: { name: "pre", formula: "y = x + G(N(x))", norms: { before: "N" }, stream: true },
  post: { name: "post", formula: "y = N(x + G(x))", norms: { last: "N" }, stream: true },
  sandwich: {
    name: "sandwich",
    formula: "y = x + N₂(G(N₁(x)))",
    norms: { before: "N₁", after: "N₂" },
    stream: true,
  },
  olmo2: { name: "OLMo 2", formula: "y = x + N(G(x))", norms: { after: "N" }, stream: true },
  deepnorm: {
    name: "DeepNorm",
    formula: "y = N(αx + G(x))",
    norms: { last: "N" },
    alpha: "α",
    stream: true,
  },
};

/** The wiring of a placement in words: through what x goes on its way to y. */
export function inWords(key) {
  const { name, norms, alpha = "", stream } = PLACEMENTS[key];
  const through = [norms.before, "the sublayer G", norms.after].filter(Boolean).join(", then ");
  if (!stream)
    return `Wiring of ${name}: x goes through ${through}, and is y; nothing goes past G.`;
  const sum = norms.last ? `the sum goes through ${norms.last}, and is y` : "the sum is y";
  return `Wiring of ${name}: a copy of x goes through ${through}, and is added to ${alpha}x; ${sum}.`;
}
