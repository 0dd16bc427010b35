// What both networks share, in words, and the way to where it can be changed.

import { add, say, set } from "../_shared/dom.mjs";
import { encode } from "../_shared/link.mjs";
import { format } from "../_shared/numbers.mjs";
import { ACTIVATIONS, DATA, OPTIMIZERS, TRAITS } from "./state.mjs";
import { small } from "./words.mjs";

const ALWAYS = ["blocks", "data", "optimizer", "rate", "batch_size"];
const WORDS = {
  blocks: (count) => (count === 1 ? "1 block" : `${count} blocks`),
  data: (data) => DATA[data],
  optimizer: (name) => OPTIMIZERS[name],
  rate: (rate) => `rate ${small(rate)}`,
  batch_size: (size) => `batches of ${size}`,
  activation: (name) => ACTIVATIONS[name],
  warm_up: (steps) => (steps ? `warm-up of ${steps} steps` : "no warm-up"),
  weight_scale: (times) => `first weights times ${format(times)}`,
  input_scale: (times) => `first input times ${format(times, 3)}`,
  eps: (eps) => `ε ${small(eps)}`,
  learn_gamma: (learns) => (learns ? "γ and β learn" : "γ and β do not learn"),
  qk_norm: (has) => (has ? "a norm of queries and keys" : "no norm of queries and keys"),
};

/** What both share, as far as it is not the start, and in what B differs. */
export function inShort({ differs, other_value: value, ...state }) {
  const named = Object.keys(WORDS).filter(
    (name) => name !== differs && (ALWAYS.includes(name) || state[name] !== TRAITS[name].start),
  );
  const shared = named.map((name) => WORDS[name](state[name])).join(", ");
  if (differs === "nothing") return `Both: ${shared}.`;
  const words = WORDS[differs];
  return `Both: ${shared}. A: ${words(state[differs])}. B: ${words(value)}.`;
}

/** Adds that sentence; returns what paints it. */
export function addSetting(parent) {
  const words = add(parent, "p", { class: "nb-lab-setting" });
  return (state) => say(words, inShort(state));
}

/** Adds a link to all settings of the laboratory, as they are here; returns what points it there. */
export function addWayToAll({ tools, base }) {
  if (base === undefined) return () => {}; // in a notebook
  const link = add(tools, "a", {}, "All settings");
  return (state) => {
    const changed = Object.entries(state).filter(([name, value]) => value !== TRAITS[name].start);
    const place = encode("laboratory", Object.fromEntries(changed));
    set(link, { href: `${base}../explorable/laboratory.html${place}` });
  };
}
