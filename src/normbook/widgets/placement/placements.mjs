// The five placements, as in the table of normbook/nn/residual.py: N is the norm, G the sublayer.
//   branch   what a copy of x goes through before it is added to x
//   stream   what x is multiplied by before, and what the sum goes through after
//   resets   whether a block ends in a norm of the stream itself

export const PLACEMENTS = {
  pre: {
    name: "pre",
    tone: "centred",
    formula: () => "y = x + G(N(x))",
    seen: "GPT-2, Llama",
    branch: { before: "N" },
    stream: {},
    resets: false,
  },
  post: {
    name: "post",
    tone: "y",
    formula: () => "y = N(x + G(x))",
    seen: "the first Transformer, BERT",
    branch: {},
    stream: { after: "N" },
    resets: true,
  },
  sandwich: {
    name: "sandwich",
    tone: "x-hat",
    formula: () => "y = x + N₂(G(N₁(x)))",
    seen: "CogView, Gemma 2; also called Peri-LN",
    branch: { before: "N₁", after: "N₂" },
    stream: {},
    resets: false,
  },
  olmo2: {
    name: "OLMo 2",
    tone: "fifth",
    formula: () => "y = x + N(G(x))",
    seen: "OLMo 2, with norms of queries and keys as well",
    branch: { after: "N" },
    stream: {},
    resets: false,
  },
  deepnorm: {
    name: "DeepNorm",
    tone: "x",
    formula: (alpha) => `y = N(α x + G(x)), α = ${alpha}`,
    seen: "DeepNet; α = ⁴√(2 · depth)",
    branch: {},
    stream: { before: "α", after: "N" },
    resets: true,
  },
};

export const KEYS = Object.keys(PLACEMENTS);

export const nameOf = (key) => PLACEMENTS[key].name;
