// What there is to set beside the picture: where x is along 1; what is shown, the features, ε, the view.

import { choice, listSlider, slider, toggle } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { average } from "../_shared/moments.mjs";
import { format } from "../_shared/numbers.mjs";
import { oneTwoFive, tidy } from "../_shared/ranges.mjs";
import { subscript } from "../_shared/vector.mjs";

// By how much a press of a button changes a feature, and one feature of the gradient.
export const MOST = 4;
export const MOST_OF_DY = 2;

/** Adds the lever, the way along 1, on which the two norms differ. Returns what paints a state. */
export function addLever(root, { change, signal }) {
  const along = slider(add(root, "div", { class: "nb-sliders nb-lever" }), {
    change: (value) => change(({ x }) => ({ x: alongOnes(x, value) })),
    signal,
  });
  return ({ x }) => {
    const mean = average(x);
    along.update({
      title: "μ, along (1, 1, 1)",
      words: format(mean),
      min: mean - MOST - Math.min(...x),
      max: mean + MOST - Math.max(...x),
      step: "any",
      value: mean,
    });
  };
}

/** Adds the others, and returns what paints a state. */
export function addControls(root, { change, signal }) {
  const choices = add(root, "div", { class: "nb-choices" });
  const show = choice(choices, {
    title: "Show",
    options: [
      ["layer", "LayerNorm"],
      ["rms", "RMSNorm"],
      ["both", "both"],
      ["gradient", "the gradient"],
    ],
    change: (value) => change({ show: value }),
    signal,
  });
  const rows = add(choices, "div", { class: "nb-space-rows" });
  const cloud = toggle(rows, {
    title: "a cloud of rows around x",
    change: (value) => change({ cloud: value }),
    signal,
  });
  const slidersOfDy = add(root, "div", { class: "nb-sliders" });
  const sliders = add(root, "div", { class: "nb-sliders" });
  const ofVector = (key, parent) =>
    [0, 1, 2].map((i) =>
      slider(parent, {
        change: (value) => change((state) => ({ [key]: state[key].with(i, value) })),
        signal,
      }),
    );
  const features = ofVector("x", sliders);
  const gradient = ofVector("dy", slidersOfDy);
  const fallen = slider(rows, { change: (value) => change({ fallen: value }), signal });
  const fall = rows.lastChild.querySelector("input");
  const eps = listSlider(sliders, {
    title: "ε, of both norms",
    values: [0, ...oneTwoFive(1e-6, 10)],
    change: (value) => change({ eps: value }),
    signal,
  });
  const angles = [
    { key: "turn", title: "Turn the view", most: 180 },
    { key: "tilt", title: "Tilt the view", most: 90 },
  ].map((angle) => ({
    ...angle,
    update: slider(sliders, { change: (value) => change({ [angle.key]: value }), signal }).update,
  }));

  return (state) => {
    const ofGradient = state.show === "gradient";
    show.update(state.show);
    cloud.update(state.cloud);
    rows.toggleAttribute("hidden", ofGradient);
    slidersOfDy.toggleAttribute("hidden", !ofGradient);
    fallen.update({
      title: "the cloud has fallen",
      words: `${format(Math.round(100 * state.fallen))} %`,
      min: 0,
      max: 1,
      step: 0.01,
      value: state.fallen,
    });
    fall.toggleAttribute("disabled", !state.cloud); // there it would change nothing
    for (const [key, vector, most] of [
      ["x", features, MOST],
      ["dy", gradient, MOST_OF_DY],
    ]) {
      for (const [i, { update }] of vector.entries()) {
        const value = state[key][i];
        const title = `${key}${subscript(i)}`;
        update({ title, words: format(value), min: -most, max: most, step: 0.1, value });
      }
    }
    eps.update(state.eps);
    for (const { key, title, most, update } of angles) {
      const value = state[key];
      const words = `${format(Math.round(value))}°`;
      update({ title, words, min: -most, max: most, step: 1, value });
    }
  };
}

/** x with another mean; rounding stays within the limits. */
function alongOnes(x, mean) {
  const by = mean - average(x);
  return x.map((value) => Math.max(-MOST, Math.min(MOST, tidy(value + by))));
}
