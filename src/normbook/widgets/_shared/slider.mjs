// A labelled slider over a list of values, or over a range; it shows its value as words.

import { add, say, set } from "./dom.mjs";

/** Adds a slider. `update` takes the numbers of the input and the words for its value. */
export function slider(parent, { change, signal }) {
  const label = add(parent, "label", { class: "nb-slider" });
  const name = add(label, "span", { class: "nb-slider-name" });
  const output = add(label, "span", { class: "nb-slider-value", "aria-hidden": "true" });
  const input = add(label, "input", { type: "range" });
  input.addEventListener("input", () => change(Number(input.value)), { signal });
  return {
    update({ title, words, min, max, step, value }) {
      say(name, title);
      say(output, words);
      set(input, { min, max, step, value, "aria-valuetext": words });
      if (Number(input.value) !== value) input.value = value; // once touched, it heeds no attribute
    },
  };
}
