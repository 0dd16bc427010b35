// Settings that are worth a look, each with a question to answer before Train is pressed:
// data/experiments/laboratory.json, where each also says what comes of it, and in how many seeds.

import laboratory from "../../data/experiments/laboratory.json" with { type: "json" };

export const FIRST = ["depth", "rescue", "weights"]; // shown as buttons; the rest are in a list

export const PRESETS = laboratory.presets;

/**
 * The preset that a state is, whatever its seed; undefined for none. The `last` one stays while
 * nothing has moved but what its question has the reader move.
 */
export function presetOf(state, traits, last) {
  const isOf = (key, free = []) =>
    Object.keys(traits).every(
      (name) =>
        name === "seed" ||
        free.includes(name) ||
        state[name] === (PRESETS[key].set[name] ?? traits[name].start),
    );
  const isAsked = (key) => isOf(key, PRESETS[key].moves);
  if (last && isAsked(last)) return last;
  const keys = Object.keys(PRESETS);
  return keys.find((key) => isOf(key)) ?? keys.find(isAsked);
}
