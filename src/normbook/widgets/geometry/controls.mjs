// What there is to set beside the picture: the norms shown, the features, ε and the view.

import { choice, listSlider, slider } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { oneTwoFive } from "../_shared/ranges.mjs";
import { subscript } from "../_shared/vector.mjs";

/** Adds them, and returns what paints a state. */
export function addControls(root, { change, signal }) {
  const show = choice(add(root, "div", { class: "nb-choices" }), {
    title: "Show",
    options: [
      ["layer", "LayerNorm"],
      ["rms", "RMSNorm"],
      ["both", "both"],
    ],
    change: (value) => change({ show: value }),
    signal,
  });
  const sliders = add(root, "div", { class: "nb-sliders" });
  const features = [0, 1, 2].map((i) =>
    slider(sliders, { change: (value) => change(({ x }) => ({ x: x.with(i, value) })), signal }),
  );
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
    show.update(state.show);
    for (const [i, { update }] of features.entries()) {
      const value = state.x[i];
      update({
        title: `x${subscript(i)}`,
        words: format(value),
        min: -4,
        max: 4,
        step: 0.1,
        value,
      });
    }
    eps.update(state.eps);
    for (const { key, title, most, update } of angles) {
      const value = state[key];
      update({ title, words: `${format(value, 0)}°`, min: -most, max: most, step: 1, value });
    }
  };
}
