// Buttons, choices, selects, switches and sliders: native inputs, each with its name and its value.

import { add, say, set } from "./dom.mjs";
import { format } from "./numbers.mjs";
import { nearest } from "./ranges.mjs";

const IN_SIGHT = 3; // so many things to try stand before what is folded away

export function button(parent, label, onClick, { signal, ...attributes }) {
  const made = add(parent, "button", { type: "button", ...attributes }, label);
  const press = (event) => made.getAttribute("aria-disabled") === "true" || onClick(event);
  made.addEventListener("click", press, { signal });
  return made;
}

/** Says whether a `button` can act; one that cannot keeps the focus that it may have. */
export function enable(made, can) {
  set(made, { "aria-disabled": String(!can) });
}

/**
 * Adds a row of buttons that change the state, of the first three of a list of { label, apply }: the
 * rest of the same list is for `otherTrials`, behind More.
 */
export function trials(parent, experiments, app) {
  addTrials(parent, "Try", experiments.slice(0, IN_SIGHT), app);
}

/** Adds the buttons of those that `trials` leaves out. */
export function otherTrials(parent, experiments, app) {
  addTrials(parent, "Try, too", experiments.slice(IN_SIGHT), app);
}

function addTrials(parent, title, experiments, { change, signal }) {
  const row = add(parent, "div", { class: "nb-buttons", role: "group", "aria-label": title });
  add(row, "span", { class: "nb-buttons-name", "aria-hidden": "true" }, title);
  for (const { label, apply } of experiments) button(row, label, () => change(apply), { signal });
}

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
      if (Number(input.value) !== value) input.value = value; // once a hand has moved it, its attribute has no effect
    },
  };
}

/** Adds a slider over a list of numbers; `update` takes a value, and shows the nearest of the list. */
export function listSlider(parent, { title, values, words = format, change, signal }) {
  const { update } = slider(parent, { change: (index) => change(values[index]), signal });
  return {
    update: (value) =>
      update({
        title,
        words: words(value),
        min: 0,
        max: values.length - 1,
        step: 1,
        value: nearest(values, value),
      }),
  };
}

/**
 * Adds radio buttons to choose one of a few values: `options` are [value, label]. `update` takes the
 * chosen value and a list of the values that cannot be chosen.
 */
export function choice(parent, { title, options, change, signal }) {
  // A form of its own keeps its radio buttons apart from those of every other choice of the page.
  const form = add(parent, "form", { class: "nb-choice" });
  form.addEventListener("submit", (event) => event.preventDefault(), { signal });
  const box = add(form, "fieldset");
  add(box, "legend", {}, title);
  const inputs = options.map(([value, text]) => {
    const label = add(box, "label");
    const input = add(label, "input", { type: "radio", name: "choice" });
    add(label, "span", {}, text);
    input.addEventListener("change", () => change(value), { signal });
    return [value, input];
  });
  return {
    update(chosen, forbidden = []) {
      for (const [value, input] of inputs) {
        input.toggleAttribute("checked", value === chosen);
        input.checked = value === chosen;
        input.toggleAttribute("disabled", forbidden.includes(value));
      }
    },
  };
}

/** Adds a list to choose one of many values: `options` are [value, label]; `update` takes the value. */
export function select(parent, { title, options, change, signal }) {
  const label = add(parent, "label", { class: "nb-select" });
  add(label, "span", {}, title);
  const input = add(label, "select");
  for (const [value, text] of options) add(input, "option", { value }, text);
  input.addEventListener("change", () => change(input.value), { signal });
  return {
    update(chosen) {
      for (const option of input.options) {
        option.toggleAttribute("selected", option.value === chosen); // in the page's first picture
        if (option.value === chosen) option.selected = true;
      }
    },
  };
}

/** Adds a switch; `update` takes whether it is on. */
export function toggle(parent, { title, change, signal }) {
  const label = add(parent, "label", { class: "nb-toggle" });
  const input = add(label, "input", { type: "checkbox" });
  add(label, "span", {}, title);
  input.addEventListener("change", () => change(input.checked), { signal });
  return {
    update(on) {
      input.toggleAttribute("checked", on);
      input.checked = on;
    },
  };
}
