// Settings that are worth a look, each with a question to answer before Train is pressed.
//   set    what differs from the start
//   look   what to look at, or to do next

export const FIRST = ["depth", "rescue", "weights"]; // shown as buttons; the rest are in a list

const both = (placement) => ({ placement, other_placement: placement });
const PRE = both("pre");

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
    question: "The first weights are three times as large. Who minds?",
    look: "See the variance of the stream after one step, and then train.",
    set: { ...PRE, blocks: 12, weight_scale: 3, other_norm: "none" },
  },
  plain: {
    name: "no residual connection",
    question: "Nothing goes past G. Which norm makes up for that?",
    look: "Compare the gradients, block by block.",
    set: { ...both("plain"), blocks: 12, other_norm: "batch" },
  },
  deepnorm: {
    name: "DeepNorm at 24 blocks",
    question: "Both end each block in a norm of the stream. What does α change?",
    look: "Train to 300, and on to 600.",
    set: { blocks: 24, placement: "deepnorm" },
  },
  warm_up: {
    name: "warm-up for post",
    question: "Does a warm-up of 50 steps save post at 24 blocks?",
    look: "Train, and then drag N instead.",
    set: { ...both("post"), blocks: 24, differs: "warm_up", other_value: 50 },
  },
  rate: {
    name: "a rate of 0.1",
    question: "What does a rate of 0.1 do with a norm, and without?",
    look: "Then find the rate at which each of them learns.",
    set: { ...PRE, blocks: 12, rate: 0.1, other_norm: "none" },
  },
  pair: {
    name: "batches of two",
    question: "Whose loss suffers more from batches of two?",
    look: "Then try batches of eight.",
    set: { ...PRE, blocks: 12, batch_size: 2, rate: 0.001, other_norm: "batch" },
  },
  evaluation: {
    name: "running statistics",
    question: "What does BatchNorm make of held-out points after ten steps?",
    look: "Press Step ten times, and compare the two shares that B has right.",
    set: { ...PRE, blocks: 12, other_norm: "batch" },
  },
  epsilon: {
    name: "an ε of 1",
    question: "How much worse is B, with an ε of 1?",
    look: "Ask ten seeds before you say; then try 100.",
    set: { ...PRE, differs: "eps", other_value: 1 },
  },
  unlike: {
    name: "unlike inputs",
    question: "The first input is a hundred times the second. Which norm minds less?",
    look: "See what each says over the plane.",
    set: { ...PRE, input_scale: 100, other_norm: "batch" },
  },
  gamma: {
    name: "γ frozen",
    question: "Is γ missed where it may not learn?",
    look: "See how far A’s γ goes from 1.",
    set: { ...PRE, differs: "learn_gamma", other_value: 0 },
  },
  qk: {
    name: "norms of queries and keys",
    question: "Weights four times as large: what does a norm of queries and keys change?",
    look: "See the gradient of block 1 after one step, and then train to 40.",
    set: {
      ...both("olmo2"),
      ...{ data: "tokens", blocks: 4, batch_size: 16, weight_scale: 4 },
      ...{ norm: "rms", other_norm: "rms", differs: "qk_norm", other_value: 1 },
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
