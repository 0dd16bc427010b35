// Settings that are worth a look, each with a question to answer before Train is pressed:
// data/experiments/laboratory.json, where each also says what comes of it, and in how many seeds.

import laboratory from "../../data/experiments/laboratory.json" with { type: "json" };

export const FIRST = ["depth", "rescue", "weights"]; // shown as buttons; the rest are in a list

export const PRESETS = laboratory.presets;

/** The preset that a state is, whatever its seed; undefined for none. */
export function presetOf(state, traits) {
  const names = Object.keys(traits).filter((name) => name !== "seed");
  const wanted = ({ set }, name) => set[name] ?? traits[name].start;
  return Object.keys(PRESETS).find((key) =>
    names.every((name) => state[name] === wanted(PRESETS[key], name)),
  );
}
