// A recorded training run, replayed: how far each layer's inputs move, with and without a norm.

import { choice, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { player } from "../_shared/player.mjs";
import { plot } from "../_shared/plot.mjs";
import { table } from "../_shared/table.mjs";
import * as traits from "../_shared/traits.mjs";
import { brief, LAST, LAYERS, NORMS, runsOf, STEP_0 } from "./arithmetic.mjs";
import { addHistograms } from "./histograms.mjs";
import { lesson } from "./lesson.mjs";

const KEYS = Object.keys(NORMS);
const UNITS = {
  values: "all values, in σ of step 0",
  units: "mean of a unit, in its σ of step 0",
};

const EXPERIMENTS = [
  { label: "beside LayerNorm", apply: { norm: "none", other: "layer" } },
  { label: "beside BatchNorm", apply: { norm: "none", other: "batch" } },
  { label: "each unit’s mean", apply: { measure: "units" } },
];

export default explorable({
  slug: "drift",
  title: "How far a layer’s inputs drift",
  traits: {
    norm: traits.choice({ of: KEYS, start: "none" }),
    other: traits.choice({ of: ["nothing", ...KEYS], start: "layer" }),
    layer: traits.whole({ low: 1, high: LAYERS.length, start: 4 }),
    step: traits.whole({ low: 0, high: LAST, start: LAST }),
    measure: traits.choice({ of: ["values", "units"], start: "values" }),
  },
  limits: "There are 4 layers and 24 recorded steps.",
  build,
});

function build(root, app) {
  const { change } = app;
  const record = app.record();
  const choose = (layer) => change({ layer });
  const paintHistograms = addHistograms(root, { record, choose, signal: app.signal });
  const time = player(root, {
    title: "Training step",
    count: record.steps.length,
    change: (step) => change({ step }),
    app,
  });
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const side = add(beside, "div");
  trials(side, EXPERIMENTS, app);
  const note = add(side, "p", { class: "nb-note" });
  const paintCurves = addCurves(beside, record);
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => state.norm !== "none",
    app,
  });

  return (state) => {
    const runs = runsOf(record, state);
    const at = record.steps[state.step];
    paintHistograms(runs, { layer: state.layer, at });
    time.update(state.step, `${at} of ${record.steps.at(-1)}`);
    const [bare] = runsOf(record, { ...state, norm: "none", other: "nothing" });
    say(note, lesson(runs, bare, state));
    paintCurves(runs, state, at);
    paintMore({ runs, state });
    return `Step ${at}. ${runs.map(wordsOf(state)).join("; ")}.`;
  };
}

/** The chosen layer's drift over the steps. */
function addCurves(parent, { steps }) {
  const chart = plot(parent, {
    title: "Drift",
    x: { label: "training step (0 is the left edge)", log: true },
    y: { label: "drift since step 0" },
    names: 72,
  });

  return (runs, state, at) => {
    const { layer, measure } = state;
    const top = Math.max(...runs.flatMap(({ curve }) => curve.map(([, drift]) => drift)));
    chart.update({
      title: `Drift of layer ${layer}: ${UNITS[measure]}`,
      x: [STEP_0, steps.at(-1)],
      y: [0, 1.08 * top],
      label: `Drift of layer ${layer} by training step. Step ${at}: ${runs.map(wordsOf(state)).join("; ")}.`,
      curves: runs.map(({ curve, name, tone }) => ({ points: curve, name, tone })),
      dots: runs.map(({ curve, tone }) => ({ at: curve[state.step], tone })),
      rules: [{ x: Math.max(at, STEP_0), name: `step ${at}` }],
    });
  };
}

/** Which networks, which layer and what of it; the drift of all layers, and what was learned. */
function addMore(parent, app) {
  const paintChoices = addChoices(add(parent, "div", { class: "nb-choices" }), app);
  const beside = add(parent, "div", { class: "nb-plots nb-two" });
  const numbers = table(beside, {
    caption: "Drift of each layer since step 0",
    head: ["drift of layer", ...LAYERS.map(String)],
  });
  const results = table(beside, {
    caption: "What each network has learned",
    head: ["network", "loss", "test images right"],
  });
  return ({ runs, state }) => {
    paintChoices(state);
    numbers.update(
      runs.map(({ name, tone, drifts }) => ({ tone, cells: [name, ...drifts.map(brief)] })),
    );
    results.update(
      runs.map(({ name, tone, loss, accuracy }) => ({
        tone,
        cells: [name, format(loss), `${format(100 * accuracy, 1)}%`],
      })),
    );
  };
}

function addChoices(row, { change, signal }) {
  const named = KEYS.map((key) => [key, key === "none" ? "none" : NORMS[key].name]);
  const norm = choice(row, {
    title: "Norm before each ReLU",
    options: named,
    change: (value) =>
      change((state) => ({
        norm: value,
        other: value === state.other ? state.norm : state.other,
      })),
    signal,
  });
  const other = choice(row, {
    title: "Compared with",
    options: [["nothing", "nothing"], ...named],
    change: (value) => change({ other: value }),
    signal,
  });
  const layer = choice(row, {
    title: "Layer",
    options: LAYERS.map((each) => [each, String(each)]),
    change: (value) => change({ layer: value }),
    signal,
  });
  const measure = choice(row, {
    title: "Drift of",
    options: [
      ["values", "all values"],
      ["units", "each unit’s mean"],
    ],
    change: (value) => change({ measure: value }),
    signal,
  });
  return (state) => {
    norm.update(state.norm);
    other.update(state.other, [state.norm]);
    layer.update(state.layer);
    measure.update(state.measure);
  };
}

function wordsOf({ layer }) {
  return ({ name, drift }) => `${name}: layer ${layer} has drifted by ${brief(drift)}`;
}
