// The four steps of LayerNorm on values that the reader drags.

import { button, choice, listSlider, slider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { format } from "../_shared/numbers.mjs";
import { oneTwoFive, roundAbove, step } from "../_shared/ranges.mjs";
import { subscript } from "../_shared/vector.mjs";
import { pipeline, rowsOf } from "./arithmetic.mjs";
import { addCharts } from "./charts.mjs";
import { lesson } from "./lesson.mjs";
import * as states from "./state.mjs";

const EPSILONS = [0, ...oneTwoFive(1e-12, 100)];

export default explorable({
  slug: "pipeline",
  title: "LayerNorm in four steps",
  traits: { x: {}, weight: {}, bias: {}, eps: {}, normalized_shape: {} },
  parse: states.parse,
  limits: "Numbers here stay between −1,000,000 and 1,000,000.",
  python,
  build,
});

function build(root, app) {
  const { change, signal } = app;
  let chosen = Number.POSITIVE_INFINITY; // the last feature, whichever that is
  const paintCharts = addCharts(root, app, {
    choose(i) {
      chosen = i;
      app.repaint();
    },
    drag: (i, value) => change(({ x }) => ({ x: states.withValue(x, i, value) })),
  });
  const note = add(root, "p", { class: "nb-note" });
  const shapes = add(root, "div", { class: "nb-shapes" });
  const paintShape = addShape(shapes, app);
  const paintSliders = addSliders(add(root, "div", { class: "nb-sliders" }), app);
  trials(root, states.experiments, app);
  const sizes = states.resizing.map(({ label, name, can, apply }) => {
    const made = button(app.tools, label, () => change(apply), { signal, "aria-label": name });
    return { made, can };
  });

  return (state) => {
    chosen = Math.min(chosen, state.x.flat().length - 1);
    const slices = pipeline(state);
    paintCharts(state, slices, chosen);
    paintShape(state);
    paintSliders(state, chosen);
    for (const { made, can } of sizes) made.toggleAttribute("disabled", !can(state));
    say(note, lesson(state, slices));
    const words = ({ mean, variance, rstd }) =>
      `μ ${format(mean, 3)}, σ² ${format(variance, 3)}, rstd ${format(rstd, 3)}`;
    return slices.map(words).join("; ");
  };
}

/** With more than one row: over which axes the statistics are taken. */
function addShape(root, { change, signal }) {
  let options = null;
  let control;
  return ({ x, normalized_shape: shape }) => {
    const rows = rowsOf(x);
    const wanted = rows.length > 1 ? `${rows.length} ${rows[0].length}` : null;
    if (wanted !== options) {
      options = wanted;
      root.replaceChildren();
      if (!options) return;
      const [t, d] = [rows.length, rows[0].length];
      control = choice(root, {
        title: `normalized_shape of x, which is (${t}, ${d})`,
        options: [
          [1, `(${d},)`],
          [2, `(${t}, ${d})`],
        ],
        change: (axes) => change({ normalized_shape: axes === 2 ? [t, d] : [d] }),
        signal,
      });
    }
    control?.update(shape.length);
  };
}

/** ε, and γ and β of the chosen feature. */
function addSliders(root, { change, signal }) {
  let at = 0; // the index of the γ and β that the sliders move
  const reach = { weight: 3, bias: 5 }; // the sliders' largest values, which only grow: none jumps
  const eps = listSlider(root, {
    title: "ε, for all features",
    values: EPSILONS,
    change: (value) => change({ eps: value }),
    signal,
  });
  const ofFeature = (key) =>
    slider(root, {
      change: (value) => change((state) => ({ [key]: states.withValue(state[key], at, value) })),
      signal,
    });
  const parameters = { weight: ofFeature("weight"), bias: ofFeature("bias") };

  return (state, chosen) => {
    at = chosen % state.weight.flat().length;
    eps.update(state.eps);
    for (const [key, symbol] of [
      ["weight", "γ"],
      ["bias", "β"],
    ]) {
      const value = state[key].flat()[at];
      reach[key] = Math.max(reach[key], roundAbove(Math.abs(value) * (1 - 1e-6) + 1e-9));
      const max = reach[key];
      parameters[key].update({
        title: nameOf(symbol, at, state.weight),
        words: format(value),
        min: -max,
        max,
        step: step([-max, max]),
        value,
      });
    }
  };
}

/** What a parameter is called: where each value of x has one of its own, by row and feature. */
function nameOf(symbol, i, parameters) {
  if (!Array.isArray(parameters[0])) return `${symbol}${subscript(i)}, of feature ${i + 1}`;
  const inRow = parameters[0].length;
  return `${symbol} of row ${Math.floor(i / inRow) + 1}, feature ${(i % inRow) + 1}`;
}

/** What of a state to write as Python: parameters at their start are left out. */
function python({ x, weight, bias, eps, normalized_shape: shape }) {
  return {
    x,
    ...(weight.flat().every((value) => value === 1) ? {} : { weight }),
    ...(bias.flat().every((value) => value === 0) ? {} : { bias }),
    eps,
    ...(shape.length === 2 ? { normalized_shape: shape } : {}),
  };
}
