// Settings that are worth a look, each with a question to answer before Train is pressed.
//   set    what differs from the start
//   look   what to look at, or to do next

export const FIRST = ["depth", "rescue", "bare"]; // shown as buttons; the rest are in a list

export const PRESETS = {
  depth: {
    name: "Make it fail",
    question: "Both learn with 6 blocks. At which depth does only one of them?",
    look: "Move the depth, and train again.",
    set: {},
  },
  rescue: {
    name: "Save it",
    question: "B is lost at 24 blocks. Where must its N stand?",
    look: "Drag B’s N along its wires, and train again.",
    set: { blocks: 24 },
  },
  bare: {
    name: "No norm",
    question: "How fast may one learn without a norm?",
    look: "Raise the learning rate.",
    set: { blocks: 12, norm: "layer", other_norm: "none", other_placement: "pre" },
  },
};

/** The preset that a state is, whatever its seed; undefined for none. */
export function presetOf(state, traits) {
  const keys = Object.keys(traits).filter((name) => name !== "seed");
  const wanted = (set, name) => set[name] ?? traits[name].start;
  return Object.keys(PRESETS).find((key) =>
    keys.every((name) => state[name] === wanted(PRESETS[key].set, name)),
  );
}
