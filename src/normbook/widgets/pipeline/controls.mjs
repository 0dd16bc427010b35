// What stands below the charts: ε, and γ and β of the chosen feature; experiments; tools.

import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { slider } from "../_shared/slider.mjs";
import { subscript } from "./charts.mjs";
import { roundAbove, step } from "./domains.mjs";
import { addFeature, canAdd, canRemove, experiments, removeFeature } from "./state.mjs";

const EPSILONS = [0];
for (let power = -12; power < 2; power += 1) {
  EPSILONS.push(...[1, 2, 5].map((factor) => Number(`${factor}e${power}`)));
}
EPSILONS.push(100);

/** Adds three sliders; `change` takes a function from the present state to the next. */
export function addSliders(root, { change, signal }) {
  let chosen = 0;
  const reach = { weight: 3, bias: 5 }; // how far γ and β go; it only grows, so none jumps in the hand
  const place = add(root, "div", { class: "nb-sliders" });
  const eps = slider(place, {
    change: (index) => change((state) => ({ ...state, eps: EPSILONS[index] })),
    signal,
  });
  const ofFeature = (key) =>
    slider(place, {
      change: (value) => change((state) => ({ ...state, [key]: state[key].with(chosen, value) })),
      signal,
    });
  const parameters = { weight: ofFeature("weight"), bias: ofFeature("bias") };

  return (state, index) => {
    chosen = index;
    eps.update({
      title: "ε, for all features",
      words: format(state.eps),
      min: 0,
      max: EPSILONS.length - 1,
      step: 1,
      value: nearest(EPSILONS, state.eps),
    });
    for (const [key, symbol] of [
      ["weight", "γ"],
      ["bias", "β"],
    ]) {
      const value = state[key][chosen];
      reach[key] = Math.max(reach[key], roundAbove(Math.abs(value) * (1 - 1e-6) + 1e-9));
      const max = reach[key];
      parameters[key].update({
        title: `${symbol}${subscript(chosen)}, of feature ${chosen + 1}`,
        words: format(value),
        min: -max,
        max,
        step: step([-max, max]),
        value,
      });
    }
  };
}

/** Adds the buttons that change the state, and the tools. */
export function addButtons(root, { change, reset, copyLink, copyPython, signal }) {
  const button = (parent, label, onClick, attributes = {}) => {
    const made = add(parent, "button", { type: "button", ...attributes }, label);
    made.addEventListener("click", onClick, { signal });
    return made;
  };
  const trials = add(root, "div", { class: "nb-buttons", role: "group", "aria-label": "Try" });
  add(trials, "span", { class: "nb-buttons-name", "aria-hidden": "true" }, "Try");
  for (const { label, apply } of experiments) button(trials, label, () => change(apply));

  const tools = add(root, "div", { class: "nb-buttons", role: "group", "aria-label": "Tools" });
  const fewer = button(tools, "− feature", () => change(removeFeature), {
    "aria-label": "Remove a feature",
  });
  const more = button(tools, "+ feature", () => change(addFeature), {
    "aria-label": "Add a feature",
  });
  button(tools, "Reset", reset);
  button(tools, "Copy link", copyLink, { class: "nb-on-page" });
  button(tools, "Copy as Python", copyPython);

  return (state) => {
    fewer.toggleAttribute("disabled", !canRemove(state));
    more.toggleAttribute("disabled", !canAdd(state));
  };
}

function nearest(values, wanted) {
  const distance = (value) => Math.abs(Math.log((value + 1e-13) / (wanted + 1e-13)));
  return values.reduce(
    (best, value, i) => (distance(value) < distance(values[best]) ? i : best),
    0,
  );
}
