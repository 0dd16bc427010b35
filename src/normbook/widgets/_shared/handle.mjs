// Makes a column of a chart a slider: by pointer, by touch and by keyboard.

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { draw, set } from "./dom.mjs";

const REACH = 20; // how far around a bar's end a finger finds it
const STEPS = {
  ArrowUp: 5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowLeft: -5,
  PageUp: 20,
  PageDown: -20,
};

/**
 * Adds a handle to a column of `chart`, and returns its `update({ label, value, words, step })`.
 * `grab` and `release` are told when a drag begins and ends, and `change` of each new value, which
 * is a multiple of the step within the chart's domain by pointer, and unbound by keyboard.
 */
export function addHandle(chart, { group, hit, bar }, { grab, change, release, signal }) {
  let now = { value: 0, step: 1 };
  const grip = draw(group, "rect", { class: "nb-grip", height: 4, rx: 2 });
  set(group, { role: "slider", tabindex: 0, "aria-orientation": "vertical" });

  const onto = (value) => Math.round(value / now.step) * now.step;
  const gesture = drag()
    .touchable(true)
    .subject(() => ({ x: 0, y: chart.y(now.value) }))
    .on("start", grab)
    .on("drag", ({ y }) => {
      const [low, high] = chart.y.domain();
      change(onto(Math.min(Math.max(chart.y.invert(y), low), high)));
    })
    .on("end", release);
  select(group).call(gesture);

  const onKey = (event) => {
    const [low, high] = chart.y.domain();
    const steps = event.shiftKey ? Math.sign(STEPS[event.key]) : STEPS[event.key];
    const target = { Home: low, End: high }[event.key] ?? onto(now.value + steps * now.step);
    if (Number.isNaN(target)) return; // some other key
    event.preventDefault();
    change(target);
  };
  group.addEventListener("keydown", onKey, { signal });
  group.addEventListener("focus", grab, { signal });

  return ({ label, value, words, step }) => {
    now = { value, step };
    const [low, high] = chart.y.domain();
    const end = chart.y(value);
    set(hit, { y: end - REACH, height: 2 * REACH });
    set(grip, { x: bar.getAttribute("x"), width: bar.getAttribute("width"), y: end - 2 });
    set(group, {
      "aria-label": label,
      "aria-valuemin": low,
      "aria-valuemax": high,
      "aria-valuenow": value,
      "aria-valuetext": words,
    });
  };
}
