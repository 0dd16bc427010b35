// What there is to set beside the picture: the norms shown, the features, ε and the view.

import { choice, listSlider, slider } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { average } from "../_shared/moments.mjs";
import { format } from "../_shared/numbers.mjs";
import { oneTwoFive, tidy } from "../_shared/ranges.mjs";
import { subscript } from "../_shared/vector.mjs";

const MOST = 4; // of a feature, up or down

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
  const along = slider(sliders, {
    change: (value) => change(({ x }) => ({ x: alongOnes(x, value) })),
    signal,
  });
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
        min: -MOST,
        max: MOST,
        step: 0.1,
        value,
      });
    }
    const mean = average(state.x);
    along.update({
      title: "μ, along (1, 1, 1)",
      words: format(mean),
      min: mean - MOST - Math.min(...state.x),
      max: mean + MOST - Math.max(...state.x),
      step: "any",
      value: mean,
    });
    eps.update(state.eps);
    for (const { key, title, most, update } of angles) {
      const value = state[key];
      update({ title, words: `${format(value, 0)}°`, min: -most, max: most, step: 1, value });
    }
  };
}

/** x with another mean; rounding stays within the limits. */
function alongOnes(x, mean) {
  const by = mean - average(x);
  return x.map((value) => Math.max(-MOST, Math.min(MOST, tidy(value + by))));
}
