// The controls: what is compared, at which depth, and when it was measured.

import { choice, listSlider, toggle } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { DEPTHS, STEPS, TRAINED_DEPTHS } from "./arithmetic.mjs";
import { KEYS, nameOf } from "./placements.mjs";

/** Which placements are shown. */
export function addPlacements(root, { change, signal }) {
  const names = KEYS.map((key) => [key, nameOf(key)]);
  const row = add(root, "div", { class: "nb-choices" });
  const placement = choice(row, {
    title: "Placement",
    options: names,
    // A placement is not compared with itself: the two change places.
    change: (value) =>
      change((state) => ({
        placement: value,
        other: state.other === value ? state.placement : state.other,
      })),
    signal,
  });
  const other = choice(row, {
    title: "Compare with",
    options: [...names, ["none", "none"]],
    change: (value) => change({ other: value }),
    signal,
  });
  return (state) => {
    placement.update(state.placement);
    other.update(state.other, [state.placement]);
  };
}

/** At which depth, and when it was measured. */
export function addMeasured(root, { change, signal }) {
  const row = add(root, "div", { class: "nb-choices" });
  const depth = choice(row, {
    title: "Depth",
    options: DEPTHS.map((value) => [value, String(value)]),
    change: (value) => change({ depth: value }),
    signal,
  });
  const deepest = { init: DEPTHS.at(-1), training: TRAINED_DEPTHS.at(-1) };
  const phase = choice(row, {
    title: "Measured",
    options: [
      ["init", "at initialization"],
      ["training", "in training"],
    ],
    change: (value) =>
      change((state) => ({ phase: value, depth: Math.min(state.depth, deepest[value]) })),
    signal,
  });
  const training = add(root, "div", { class: "nb-sliders" });
  const step = listSlider(training, {
    title: "Step of training",
    values: STEPS,
    change: (value) => change({ step: value }),
    signal,
  });
  const warmup = toggle(training, {
    title: "warm-up of the learning rate",
    change: (on) => change({ warmup: on }),
    signal,
  });
  const untrained = DEPTHS.filter((each) => !TRAINED_DEPTHS.includes(each));
  return (state) => {
    depth.update(state.depth, state.phase === "training" ? untrained : []);
    phase.update(state.phase);
    training.toggleAttribute("hidden", state.phase === "init");
    step.update(state.step);
    warmup.update(state.warmup);
  };
}
