// Makes an element of a chart a slider: by pointer, by touch and by keyboard.

import { set } from "./dom.mjs";
import { drag, placeOf } from "./drag.mjs";

const STEPS = {
  ArrowUp: 5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowLeft: -5,
  PageUp: 20,
  PageDown: -20,
};

/**
 * Makes `group` a handle along a scale, and returns its `update({ label, value, words, step })`.
 * `grab` and `release` are called when a drag begins and ends, and `change` with each new value, a
 * multiple of the step. A pointer cannot move the value out of the scale's domain, unless a drag may
 * go `beyond`; the keyboard can.
 */
export function handle(
  group,
  { scale, along, grab = () => {}, change, release = () => {}, signal, beyond = false },
) {
  let now = { value: 0, step: 1 };
  let held = scale; // the scale as it was when the drag began: the axis may follow the hand
  let off = 0; // how far from the pointer the value was when the drag began
  const orientation = along === "x" ? "horizontal" : "vertical";
  set(group, { role: "slider", tabindex: 0, "aria-orientation": orientation });

  const onto = (value) => Math.round(value / now.step) * now.step;
  const placeAlong = (event) => placeOf(event, group.ownerSVGElement)[along === "x" ? 0 : 1];
  drag(group, {
    start: (event) => {
      held = scale.copy();
      off = scale(now.value) - placeAlong(event);
      grab(event);
    },
    move: (event) => {
      const value = held.invert(placeAlong(event) + off);
      const [low, high] = held.domain();
      change(onto(beyond ? value : Math.min(Math.max(value, low), high)));
    },
    end: release,
    signal,
  });

  const onKey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's, to go back say
    const [low, high] = scale.domain();
    const steps = event.shiftKey ? Math.sign(STEPS[event.key]) : STEPS[event.key];
    const target = { Home: low, End: high }[event.key] ?? onto(now.value + steps * now.step);
    if (Number.isNaN(target)) return; // a key that moves nothing
    event.preventDefault();
    change(target);
  };
  group.addEventListener("keydown", onKey, { signal });
  group.addEventListener("focus", grab, { signal });

  return ({ label, value, words, step }) => {
    now = { value, step };
    const [low, high] = scale.domain();
    set(group, {
      "aria-label": label,
      "aria-valuemin": low,
      "aria-valuemax": high,
      "aria-valuenow": value,
      "aria-valuetext": words,
    });
  };
}
