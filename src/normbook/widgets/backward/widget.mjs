// The gradient of LayerNorm: three terms, their sum, and a finite difference beside it.

import { listSlider, otherTrials, toggle, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { featureButtons } from "../_shared/feature_tools.mjs";
import { average } from "../_shared/moments.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { fitAround0, oneTwoFive } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { flag, number, parser, vector } from "../_shared/traits.mjs";
import { vectorChart, vectorRow } from "../_shared/vector.mjs";
import { backward, dot } from "./arithmetic.mjs";

const MOST_FEATURES = 6;
const SMALLEST_RANGE = 0.01; // of the terms' charts, in which a rounding error is no bar
const LARGEST = 1000;
const EPS = 0; // at the start
const TRAITS = {
  x: vector({ most: MOST_FEATURES, low: -LARGEST, high: LARGEST, start: [4, 1, 3, 8] }),
  dy: vector({ most: MOST_FEATURES, low: -LARGEST, high: LARGEST, start: [1, 0.5, -0.5, 2] }),
  eps: number({ low: 0, high: 100, start: EPS }),
  through_mean: flag({ start: true }),
  through_var: flag({ start: true }),
};
const JUMPS = "y is 0/0 here: it has no gradient";
const TOO_STEEP = "too steep here for a difference in float64";
const TERMS = [
  { key: "direct", tone: "centred", title: "what arrives", formula: "dy · rstd" },
  { key: "ofMean", tone: "x", title: "through the mean", formula: "− mean(dy) · rstd" },
  { key: "ofVar", tone: "fifth", title: "through the variance", formula: "− x̂ mean(dy x̂) · rstd" },
];
const TRIALS = [
  { label: "dy = 1", apply: ({ x }) => ({ dy: x.map(() => 1) }) },
  { label: "dy = x̂", apply: (state) => ({ dy: backward(state).xHat }) },
  { label: "one feature", apply: ({ x }) => ({ dy: x.map((_, i) => (i === 0 ? 1 : 0)) }) },
  { label: "all x equal", apply: ({ x }) => ({ x: x.map(() => 3) }) },
  { label: "2x", apply: ({ x }) => ({ x: x.map((value) => 2 * value) }) },
];

/** One gradient a feature: missing ones are 0, and surplus ones go. */
function parse(raw) {
  const state = parser(TRAITS)(raw);
  return state && { ...state, dy: state.x.map((_, i) => state.dy[i] ?? 0) };
}

export default explorable({
  slug: "backward",
  title: "The gradient of LayerNorm in three terms",
  traits: TRAITS,
  parse,
  limits: "Numbers here stay between −1,000 and 1,000.",
  build,
});

function build(root, app) {
  const { change, signal } = app;
  let chosen = 0;
  const choose = (i) => {
    chosen = i;
    app.repaint();
  };
  const row = vectorRow(root, 4);
  const dragOf = (key) => (i, value) => change((state) => ({ [key]: state[key].with(i, value) }));
  const chart = (options) => vectorChart(row, { choose, app, signal, ...options });
  const ofX = chart({ tone: "x", title: "drag a bar", formula: "x", drag: dragOf("x") });
  const ofXHat = chart({ tone: "x-hat", title: "normalized", formula: "x̂" });
  const ofDy = chart({
    tone: "centred",
    title: "drag a bar: the gradient that arrives",
    formula: "dy = ∂L/∂x̂",
    drag: dragOf("dy"),
  });
  const ofDx = chart({ tone: "y", title: "what comes through", formula: "dx = ∂L/∂x" });
  const paintSwitches = addSwitches(root, app);
  trials(root, TRIALS, app);
  const note = add(root, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, { choose, app }),
    isAsked: ({ state }) => state.eps !== EPS,
    app,
  });
  const paintTools = featureButtons(app, { most: MOST_FEATURES });

  return (state) => {
    const { x, dy } = state;
    chosen = Math.min(chosen, x.length - 1);
    const result = backward(state);
    const common = { chosen, number: "" };
    ofX.update({ ...common, values: x, domain: ofX.range(x), ...names("x", x) });
    ofXHat.update({ ...common, values: result.xHat, domain: fitAround0(result.xHat, 2) });
    ofDy.update({ ...common, values: dy, domain: ofDy.range(dy), ...names("dy", dy) });
    const all = ["dx", ...TERMS.map(({ key }) => key)].flatMap((key) => result[key]);
    const domain = fitAround0(all.concat(result.numeric ?? []), SMALLEST_RANGE);
    ofDx.update({
      ...common,
      values: result.dx,
      domain,
      ticks: result.numeric ?? undefined,
      number: numberOf(result.dx, chosen),
    });
    paintSwitches(state);
    paintTools(x);
    say(note, lesson(state, result));
    paintMore({ state, result, domain, chosen });
    return `dx ${result.dx.map((value) => format(value, 3)).join(", ")}`;
  };
}

/** Whether the gradient runs through each of the statistics. */
function addSwitches(root, { change, signal }) {
  const choices = add(root, "div", { class: "nb-choices" });
  const [mean, variance] = [
    ["through_mean", "differentiate μ"],
    ["through_var", "differentiate σ²"],
  ].map(([key, title]) =>
    toggle(choices, { title, change: (on) => change({ [key]: on }), signal }),
  );
  return (state) => {
    mean.update(state.through_mean);
    variance.update(state.through_var);
  };
}

/** More to try, the three terms of dx in its range, its checks, and ε. */
function addMore(parent, { choose, app }) {
  const { change, signal } = app;
  otherTrials(parent, TRIALS, app);
  const sum = vectorRow(parent, 3);
  const terms = TERMS.map((term) => vectorChart(sum, { ...term, choose, app, signal }));
  const checks = table(parent, { caption: "Checks of dx", head: ["check", "value", "which says"] });
  const epsilon = listSlider(add(parent, "div", { class: "nb-sliders" }), {
    title: "ε",
    values: [0, ...oneTwoFive(1e-12, 100)],
    change: (value) => change({ eps: value }),
    signal,
  });
  return ({ state, result, domain, chosen }) => {
    const isOff = { ofMean: !state.through_mean, ofVar: !state.through_var };
    for (const [k, { key }] of TERMS.entries()) {
      const number = isOff[key] ? "switched off" : numberOf(result[key], chosen);
      terms[k].update({ values: result[key], domain, chosen, number });
    }
    checks.update(judge(result));
    epsilon.update(state.eps);
  };
}

function numberOf(values, chosen) {
  return `feature ${chosen + 1}: ${format(values[chosen], 3)}`;
}

function names(what, values) {
  return {
    name: (i) => `Feature ${i + 1}: ${what}`,
    words: (i) => `${what} ${format(values[i])}`,
  };
}

/** Three checks of dx, each with a verdict in words; a number is beside the largest of dy · rstd. */
function judge({ dx, xHat, rstd, direct, numeric }) {
  const scale = Math.max(...direct.map(Math.abs));
  const isZero = (value) => Math.abs(value) <= 1e-9 * scale; // or a rounding error
  const small = (value) => (isZero(value) ? "0" : format(value, 4));
  const ones = dx.map(() => 1);
  const orthogonal = (to, name) => {
    const along = dot(dx, to);
    return [small(along), `${isZero(along) ? "" : "not "}orthogonal to ${name}`];
  };
  const off = numeric ? Math.max(...dx.map((value, i) => Math.abs(value - numeric[i]))) : 0;
  const verdict = off <= 1e-6 * scale ? "dx is right" : "dx is wrong";
  return [
    { cells: ["dx · 1, the sum of dx", ...orthogonal(ones, "1")] },
    { cells: ["dx · x̂", ...orthogonal(xHat, "x̂")] },
    {
      cells: numeric
        ? ["largest |dx − numeric|", small(off), verdict]
        : ["largest |dx − numeric|", "none", rstd === 0 ? JUMPS : TOO_STEEP],
    },
  ];
}

function lesson({ x, dy, eps, through_mean, through_var }, { rstd, dx }) {
  if (rstd === 0) {
    return "σ² and ε are both 0. y is 0/0 here, and the gradient is 0 by convention; with any ε above 0 it is finite.";
  }
  if (!through_mean && !through_var) {
    return "With both statistics detached dx is dy · rstd: it pushes along 1, where y does not move, and along x̂, where at ε = 0 it does not move either. Dashes: the true gradient.";
  }
  if (!through_mean) {
    return "Without the path through μ, dx keeps the mean of dy: it pushes all features up or down together, which y cannot feel. Dashes: the true gradient.";
  }
  if (!through_var) {
    return "Without the path through σ², dx keeps its part along x̂: it stretches or shrinks x, which y cannot feel at ε = 0. Dashes: the true gradient.";
  }
  // ε / (σ² + ε) is what comes through along x̂.
  if (x.length === 1 || (x.length === 2 && eps * rstd ** 2 < 1e-3)) {
    return "Two conditions for at most two features: nothing is left, and dx is 0, up to ε.";
  }
  const [arrives, comes] = [dy, dx].map((values) => Math.hypot(...values));
  if (arrives === 0) return "No gradient arrives at x̂, and none leaves for x.";
  const share = comes / (rstd * arrives);
  if (share < 1e-3) {
    const all = share < 1e-9 ? "nothing" : "almost nothing";
    return `${lies(dy)} LayerNorm's output does not change there, so ${all} comes through.`;
  }
  return "Dashes beside dx: a finite difference. dx is dy less its mean, less x̂ times the mean of dy · x̂, divided by √(σ² + ε).";
}

/** In which of the two directions dy lies that LayerNorm forgets: its mean is its part along 1. */
function lies(dy) {
  const mean = average(dy);
  const off = Math.max(...dy.map((value) => Math.abs(value - mean)));
  const largest = Math.max(...dy.map(Math.abs));
  if (off < 1e-3 * largest) return "dy lies along 1.";
  if (Math.abs(mean) < 1e-3 * largest) return "dy lies along x̂.";
  return "dy has a part along 1, one along x̂, and no other.";
}
