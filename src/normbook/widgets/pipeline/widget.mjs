// The four steps of LayerNorm on values that the reader drags.

import {
  button,
  choice,
  enable,
  listSlider,
  otherTrials,
  slider,
  trials,
} from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
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
  let chosen = Number.POSITIVE_INFINITY; // the last feature, whichever that is
  const paintCharts = addCharts(root, app, {
    choose(i) {
      chosen = i;
      app.repaint();
    },
    drag: (i, value) => app.change(({ x }) => ({ x: states.withValue(x, i, value) })),
  });
  trials(root, states.experiments, app);
  const note = add(root, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => !isPlain(state),
    app,
  });
  const paintFeatures = addSizes(app.tools, states.features, app);

  return (state) => {
    chosen = Math.min(chosen, state.x.flat().length - 1);
    const slices = pipeline(state);
    paintCharts(state, slices, chosen);
    paintFeatures(state);
    say(note, lesson(state, slices));
    paintMore({ state, chosen });
    const words = ({ mean, variance, rstd }) =>
      `μ ${format(mean, 3)}, σ² ${format(variance, 3)}, rstd ${format(rstd, 3)}`;
    return slices.map(words).join("; ");
  };
}

/** Whether a state is about x alone: one row, and ε, γ and β as they are at the start. */
function isPlain({ x, weight, bias, eps }) {
  return rowsOf(x).length === 1 && eps === states.EPS && isEach(weight, 1) && isEach(bias, 0);
}

function isEach(values, wanted) {
  return values.flat().every((value) => value === wanted);
}

/** More to try, the rows, and ε, γ and β. */
function addMore(parent, app) {
  otherTrials(parent, states.experiments, app);
  const rows = add(parent, "div", { class: "nb-buttons", role: "group", "aria-label": "Rows" });
  const paintRows = addSizes(rows, states.rows, app);
  const paintShape = addShape(add(parent, "div", { class: "nb-choices" }), app);
  const paintSliders = addSliders(add(parent, "div", { class: "nb-sliders" }), app);
  return ({ state, chosen }) => {
    paintRows(state);
    paintShape(state);
    paintSliders(state, chosen);
  };
}

/** Buttons that make x longer or shorter. */
function addSizes(parent, sizes, { change, signal }) {
  const buttons = sizes.map(({ label, name, can, apply }) => {
    const made = button(parent, label, () => change(apply), { signal, "aria-label": name });
    return { made, can };
  });
  return (state) => {
    for (const { made, can } of buttons) enable(made, can(state));
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
    ...(isEach(weight, 1) ? {} : { weight }),
    ...(isEach(bias, 0) ? {} : { bias }),
    eps,
    ...(shape.length === 2 ? { normalized_shape: shape } : {}),
  };
}
