// The controls: at which depth, what is compared, and when it was measured.

import { choice, listSlider, toggle } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { DEPTHS, STEPS, TRAINED_DEPTHS } from "./arithmetic.mjs";
import { KEYS, nameOf } from "./placements.mjs";

const DEEPEST_TRAINED = TRAINED_DEPTHS.at(-1);

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

/** What it is about: the depth, and in training the step. */
export function addLever(root, { change, signal }) {
  const box = add(root, "div", { class: "nb-sliders nb-lever" });
  const [before, during] = [add(box, "div"), add(box, "div")];
  const depth = listSlider(before, {
    title: "Depth",
    values: DEPTHS,
    change: (value) => change({ depth: value }),
    signal,
  });
  const step = listSlider(during, {
    title: "Step of training",
    values: STEPS,
    change: (value) => change({ step: value }),
    signal,
  });
  return (state) => {
    before.toggleAttribute("hidden", state.phase === "training");
    during.toggleAttribute("hidden", state.phase === "init");
    depth.update(state.depth);
    step.update(state.step);
  };
}

/** When it was measured, and in training at which depth and rate. */
export function addMeasured(root, { change, signal }) {
  const row = add(root, "div", { class: "nb-choices" });
  const phase = choice(row, {
    title: "Measured",
    options: [
      ["init", "at initialization"],
      ["training", "in training"],
    ],
    change: (value) =>
      change((state) => ({
        phase: value,
        depth: value === "training" ? Math.min(state.depth, DEEPEST_TRAINED) : state.depth,
      })),
    signal,
  });
  const training = add(row, "div", { class: "nb-choices" });
  const depth = choice(training, {
    title: "Depth",
    options: TRAINED_DEPTHS.map((value) => [value, String(value)]),
    change: (value) => change({ depth: value }),
    signal,
  });
  const warmup = toggle(training, {
    title: "warm-up of the learning rate",
    change: (on) => change({ warmup: on }),
    signal,
  });
  return (state) => {
    phase.update(state.phase);
    training.toggleAttribute("hidden", state.phase === "init");
    depth.update(state.depth);
    warmup.update(state.warmup);
  };
}
