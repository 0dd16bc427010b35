// Settings that are worth a look, each with a question to answer before Train is pressed.
//   set    what differs from the start
//   look   what to look at, or to do next

export const FIRST = ["depth", "rescue", "weights"]; // shown as buttons; the rest are in a list

const PRE = { placement: "pre", other_placement: "pre" };

export const PRESETS = {
  depth: {
    name: "Make it fail",
    question: "At which depth does only one of them learn?",
    look: "Train, raise the depth, and train again.",
    set: {},
  },
  rescue: {
    name: "Save it",
    question: "Where must B’s N stand at 24 blocks?",
    look: "Train, drag B’s N along its wires, and train again.",
    set: { blocks: 24 },
  },
  weights: {
    name: "Large weights",
    question: "The first weights are five times as large. Who minds?",
    look: "See the variance of the stream before the first step, and then train.",
    set: { ...PRE, blocks: 12, weight_scale: 5, other_norm: "none" },
  },
  plain: {
    name: "no residual connection",
    question: "Does a norm make up for the missing stream?",
    look: "Compare the gradients, block by block.",
    set: {
      blocks: 12,
      placement: "plain",
      other_placement: "plain",
      other_norm: "none",
    },
  },
  deepnorm: {
    name: "DeepNorm at 24 blocks",
    question: "Both end each block in a norm of the stream. What does α change?",
    look: "Train to 300, and on to 600.",
    set: { blocks: 24, placement: "deepnorm" },
  },
  warm_up: {
    name: "warm-up for post",
    question: "Does a warm-up of 100 steps bring post to learn sooner?",
    look: "Train to 300, and on to 600.",
    set: { blocks: 12, placement: "post", differs: "warm_up", other_value: 100 },
  },
  rate: {
    name: "ten times the rate",
    question: "Does a norm make a rate of 0.03 safe?",
    look: "Ask ten seeds.",
    set: { ...PRE, blocks: 12, rate: 0.03, other_norm: "none" },
  },
  pair: {
    name: "batches of two",
    question: "Whose loss suffers more from batches of two?",
    look: "Then try batches of eight.",
    set: { ...PRE, batch_size: 2, other_norm: "batch" },
  },
  evaluation: {
    name: "running statistics",
    question: "What does BatchNorm see of a held-out point after ten steps?",
    look: "Press Step ten times, and compare the two shares that B has right.",
    set: { ...PRE, other_norm: "batch" },
  },
  epsilon: {
    name: "an ε of 1",
    question: "How much worse is B, with an ε of 1?",
    look: "Ask ten seeds before you say.",
    set: { ...PRE, blocks: 12, differs: "eps", other_value: 1 },
  },
  unlike: {
    name: "unlike inputs",
    question: "The first input is a hundred times the second. Which norm mends it?",
    look: "See what each says over the plane.",
    set: { ...PRE, input_scale: 100, other_norm: "batch" },
  },
  gamma: {
    name: "γ frozen",
    question: "Is γ missed where it may not learn?",
    look: "See how far A’s γ goes from 1.",
    set: { ...PRE, blocks: 12, differs: "learn_gamma", other_value: 0 },
  },
  qk: {
    name: "norms of queries and keys",
    question: "What does a norm of queries and keys change for OLMo 2?",
    look: "Digits as tokens take their time; see the gradients of the first steps.",
    set: {
      data: "tokens",
      batch_size: 16,
      placement: "olmo2",
      other_placement: "olmo2",
      differs: "qk_norm",
      other_value: 1,
    },
  },
};

/** The preset that a state is, whatever its seed; undefined for none. */
export function presetOf(state, traits) {
  const names = Object.keys(traits).filter((name) => name !== "seed");
  const wanted = ({ set }, name) => set[name] ?? traits[name].start;
  return Object.keys(PRESETS).find((key) =>
    names.every((name) => state[name] === wanted(PRESETS[key], name)),
  );
}
