// What a playground has above its chart: controls, a way back, and room for messages.

import { select, slider } from "../../../widgets/_shared/controls.mjs";
import { add } from "../../../widgets/_shared/dom.mjs";
import { drawChart } from "./chart.mjs";

/** Draws a playground as it starts; the build does so, and a page without scripts keeps it. */
export function drawStart(root, { title, controls, chart, alt }) {
  const box = add(root, "div", { class: "nb-explorable nb-playground-panel", role: "group" });
  box.setAttribute("aria-label", title);
  add(box, "p", { class: "nb-playground-title" }, title);
  const signal = new AbortController().signal;
  addControls(box, controls, { change() {}, signal }).update(controls.map(({ start }) => start));
  const row = add(box, "div", { class: "nb-buttons" });
  add(row, "button", { type: "button" }, "Reset");
  drawChart(add(box, "div", { class: "nb-playground-picture" }), chart, alt);
}

/**
 * Adds the controls to a box. Each stands at a place in the order of its values; `change` takes the
 * number of a control and its new place, `update` the places of all.
 */
export function addControls(box, controls, { change, signal }) {
  const list = add(box, "div", { class: "nb-sliders nb-playground-controls" });
  const updates = controls.map((control, i) =>
    (control.slides ? addSlider : addSelect)(list, control, {
      change: (place) => change(i, Number(place)),
      signal,
    }),
  );
  return {
    list,
    update(places) {
      for (const [i, place] of places.entries()) updates[i](place);
    },
  };
}

function addSlider(list, { label, words }, handlers) {
  const { update } = slider(list, handlers);
  const limits = { title: label, min: 0, max: words.length - 1, step: 1 };
  return (place) => update({ ...limits, words: words[place], value: place });
}

function addSelect(list, { label, words }, handlers) {
  const options = words.map((text, place) => [String(place), text]);
  const { update } = select(list, { title: label, options, ...handlers });
  return (place) => update(String(place));
}
