// What both networks share: the depth first, the rest behind "more".

import { choice, listSlider, select, toggle } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { ACTIVATIONS, DATA, differIn, OPTIMIZERS } from "./state.mjs";
import { small } from "./words.mjs";

const ONE_THREE = [1e-5, 3e-5, 1e-4, 3e-4, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1];
const steps = (value) => (value ? `${format(value)} steps` : "none");

/** What a slider can choose, and in which words. */
const SLIDERS = {
  blocks: { title: "Depth", values: range(1, 48), words: inBlocks },
  rate: { title: "Learning rate", values: ONE_THREE, words: small },
  warm_up: { title: "Warm-up", values: [0, 10, 15, 30, 50, 100, 150, 300], words: steps },
  batch_size: { title: "Batch size", values: [2, 4, 8, 16, 32, 64, 128, 256] },
  weight_scale: {
    title: "Scale of the first weights",
    values: [0.01, 0.1, 0.2, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10],
  },
  input_scale: { title: "First input feature times", values: [0.01, 0.1, 1, 10, 100, 1000] },
  eps: { title: "ε", values: [0, 1e-12, 1e-8, 1e-5, 0.001, 0.01, 0.1, 1, 10, 100], words: small },
};
const FLAGS = { learn_gamma: "γ and β learn", qk_norm: "norm of queries and keys" };
const SHARED = Object.keys(SLIDERS).filter((name) => name !== "blocks");

/** Adds the slider of the depth. */
export function addDepth(parent, { change, signal }) {
  const box = add(parent, "div", { class: "nb-sliders nb-lab-lever" });
  const depth = ownSlider(box, "blocks", (blocks) => change({ blocks }), signal);
  return (state) => depth.update(state.blocks);
}

/** Adds all other settings, folded away. */
export function addMore(parent, { change, signal }) {
  const box = add(parent, "details", { class: "nb-lab-more" });
  add(box, "summary", {}, "More settings");
  const painters = [addChoices(box, change, signal), addSliders(box, change, signal)];
  painters.push(addDifference(box, change, signal));
  return (state) => {
    for (const paint of painters) paint(state);
  };
}

function addChoices(parent, change, signal) {
  const row = add(parent, "div", { class: "nb-choices" });
  const one = (title, options, name) => {
    const all = Object.entries(options);
    const made = choice(row, { title, options: all, change: (v) => change({ [name]: v }), signal });
    return (state) => made.update(state[name]);
  };
  const painters = [
    one("Data", DATA, "data"),
    one("Activation", ACTIVATIONS, "activation"),
    one("Optimizer", OPTIMIZERS, "optimizer"),
  ];
  for (const [name, title] of Object.entries(FLAGS)) {
    const made = toggle(row, { title, change: (on) => change({ [name]: on }), signal });
    painters.push((state) => made.update(state[name]));
  }
  return (state) => {
    for (const paint of painters) paint(state);
  };
}

function addSliders(parent, change, signal) {
  const box = add(parent, "div", { class: "nb-sliders" });
  const all = SHARED.map((name) => [
    name,
    ownSlider(box, name, (value) => change({ [name]: value }), signal),
  ]);
  return (state) => {
    for (const [name, { update }] of all) update(state[name]);
  };
}

/** In what the second network differs, beside its norm and placement. */
function addDifference(parent, change, signal) {
  const box = add(parent, "div", { class: "nb-sliders nb-lab-difference" });
  const titles = Object.entries(SLIDERS).map(([name, { title }]) => [name, title]);
  const which = select(box, {
    title: "B differs in one more",
    options: [["nothing", "no"], ...titles, ...Object.entries(FLAGS)],
    change: (name) => change((state) => differIn(name, state)),
    signal,
  });
  const set = (value) => change({ other_value: Number(value) });
  const values = Object.keys(SLIDERS).map((name) => {
    const place = add(box, "div");
    return { name, place, update: ownSlider(place, name, set, signal, " of B").update };
  });
  for (const [name, title] of Object.entries(FLAGS)) {
    const place = add(box, "div");
    const made = toggle(place, { title: `${title}, in B`, change: set, signal });
    values.push({ name, place, update: (value) => made.update(value === 1) });
  }
  return (state) => {
    const { differs, other_value: value } = state;
    which.update(differs);
    for (const { name, place, update } of values) {
      place.toggleAttribute("hidden", name !== differs);
      update(name === differs ? value : Number(state[name]));
    }
  };
}

function ownSlider(parent, name, change, signal, of = "") {
  const { title, values, words = format } = SLIDERS[name];
  return listSlider(parent, { title: title + of, values, words, change, signal });
}

function inBlocks(count) {
  return count === 1 ? "1 block" : `${count} blocks`;
}

function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
