// LayerNorm beside RMSNorm: an offset added to x, both outputs, their difference, a table of tests.

import { listSlider, otherTrials, slider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { featureButtons } from "../_shared/feature_tools.mjs";
import { moments } from "../_shared/moments.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { fitAround0, oneTwoFive, roundAbove, tidy } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { number, vector } from "../_shared/traits.mjs";
import { vectorChart, vectorRow } from "../_shared/vector.mjs";
import { deviation, INVARIANCES, layerNorm, meanSquare, rmsNorm } from "./arithmetic.mjs";

const MOST_FEATURES = 8;
const LARGEST = 1000;
const EPS = 1e-5; // at the start
const HOLDS = 1e-9; // an invariance holds if the outputs differ by less, as rounding errors do

export default explorable({
  slug: "rms_vs_layer",
  title: "RMSNorm beside LayerNorm",
  traits: {
    x: vector({ most: MOST_FEATURES, low: -LARGEST, high: LARGEST, start: [1, -2, 0.5, 3] }),
    offset: number({ low: -LARGEST, high: LARGEST, start: 2 }),
    eps: number({ low: 0, high: 100, start: EPS }),
  },
  limits: "Numbers here stay between −1,000 and 1,000.",
  build,
});

const TRIALS = [
  { label: "mean 0", apply: ({ x }) => ({ offset: tidy(0 - moments(x).mean) }) },
  { label: "offset 100", apply: () => ({ offset: 100 }) },
  { label: "all equal", apply: ({ x }) => ({ x: x.map(() => 1) }) },
  { label: "2x", apply: ({ x, offset }) => ({ x: x.map((v) => 2 * v), offset: 2 * offset }) },
  { label: "−x", apply: ({ x, offset }) => ({ x: x.map((v) => 0 - v), offset: 0 - offset }) },
];

function build(root, app) {
  const { change, signal } = app;
  let chosen = 0;
  let reach = 10; // the largest value of the offset's slider, which only grows, so that it never jumps
  const choose = (i) => {
    chosen = i;
    app.repaint();
  };
  const row = vectorRow(root, 4);
  const chart = (options) => vectorChart(row, { choose, app, signal, ...options });
  const input = chart({
    tone: "x",
    title: "drag a bar",
    formula: "x + offset",
    drag: (i, value) => change(({ x, offset }) => ({ x: x.with(i, tidy(value - offset)) })),
  });
  const layer = chart({ tone: "x-hat", title: "mean away, then σ", formula: "LayerNorm" });
  const rms = chart({ tone: "y", title: "divided by the RMS", formula: "RMSNorm" });
  const difference = chart({
    tone: "fifth",
    title: "RMSNorm − LayerNorm",
    formula: "difference",
  });
  const lever = add(root, "div", { class: "nb-sliders nb-lever" });
  const offset = slider(lever, { change: (value) => change({ offset: value }), signal });
  trials(root, TRIALS, app);
  const note = add(root, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ eps }) => eps !== EPS,
    app,
  });
  const paintTools = featureButtons(app, { most: MOST_FEATURES, added: -1 });

  return ({ x, offset: added, eps }) => {
    chosen = Math.min(chosen, x.length - 1);
    const moved = x.map((value) => tidy(value + added));
    const ofLayer = layerNorm(moved, eps);
    const ofRms = rmsNorm(moved, eps);
    const apart = ofRms.map((value, i) => value - ofLayer[i]);
    const range = fitAround0([...ofLayer, ...ofRms, ...apart], 2);
    const { mean, variance } = moments(moved);
    input.update({
      values: moved,
      domain: input.range(moved),
      lines: [{ value: mean, from: 0, to: x.length - 1, label: "μ" }],
      chosen,
      number: `μ = ${format(mean, 3)}`,
      name: (i) => `Feature ${i + 1}: x + offset`,
      words: (i) =>
        `${format(moved[i])}, LayerNorm ${format(ofLayer[i])}, RMSNorm ${format(ofRms[i])}`,
    });
    const output = (values, words) => ({ values, domain: range, chosen, number: words });
    layer.update(output(ofLayer, `σ = ${format(Math.sqrt(variance), 3)}`));
    rms.update(output(ofRms, `RMS = ${format(Math.sqrt(meanSquare(moved)), 3)}`));
    const largest = Math.max(...apart.map(Math.abs));
    difference.update(output(apart, `largest: ${format(largest, 3)}`));
    reach = Math.max(reach, roundAbove(Math.abs(added) * (1 - 1e-6) + 1e-9));
    offset.update({
      title: "Offset, added to each feature",
      words: format(added, 3),
      min: -Math.min(reach, LARGEST),
      max: Math.min(reach, LARGEST),
      step: reach / 80, // so that −0.625 and 100 are on the way
      value: added,
    });
    paintTools(x);
    paintMore({ moved, eps });
    say(note, lesson({ moved, mean, variance, eps }));
    return `RMSNorm differs from LayerNorm by up to ${format(largest, 3)}`;
  };
}

/** More to try, ε, and the properties of each norm, tested on x + offset. */
function addMore(parent, app) {
  otherTrials(parent, TRIALS, app);
  const epsilon = listSlider(add(parent, "div", { class: "nb-sliders" }), {
    title: "ε, of both",
    values: [0, ...oneTwoFive(1e-12, 100)],
    change: (value) => app.change({ eps: value }),
    signal: app.signal,
  });
  const tests = table(parent, {
    caption: "Invariances, tested on x + offset",
    head: ["is it so?", "LayerNorm", "RMSNorm"],
  });
  return ({ moved, eps }) => {
    epsilon.update(eps);
    tests.update(INVARIANCES.map((test) => verdicts(test, moved, eps)));
  };
}

function verdicts(test, x, eps) {
  const cell = (norm) => {
    const off = deviation(norm, test, x, eps);
    if (off <= HOLDS) return "yes";
    const byEps = deviation(norm, test, x, 0) <= HOLDS;
    return byEps ? `yes, but for ε: off by ${format(off, 3)}` : `no: off by ${format(off, 3)}`;
  };
  return { cells: [`${test.name}: ${test.question}`, cell(layerNorm), cell(rmsNorm)] };
}

function lesson({ moved, mean, variance, eps }) {
  if (moved.every((value) => value === 0)) {
    return "All features are 0, and so are both outputs, whatever ε is.";
  }
  if (variance === 0) {
    return "All features are equal. LayerNorm takes the mean away and leaves 0; RMSNorm keeps the sign and gives ±1, up to ε.";
  }
  const ratio = Math.abs(mean) / Math.sqrt(variance);
  if (ratio < 1e-9) return "The mean is 0: RMS and σ are the same, and so are the two norms.";
  if (eps > 0.01 * variance) {
    return eps > 0.01 * (variance + mean ** 2)
      ? "ε is no longer small beside σ²: neither norm is free of the scale of x."
      : "ε is no longer small beside σ²: LayerNorm is not free of the scale of x. RMSNorm nearly is, as ε is small beside σ² + μ².";
  }
  if (ratio > 3) {
    return `The mean is ${format(ratio, 1)} times σ. RMSNorm divides by little else than the mean: its outputs crowd at ${mean > 0 ? "" : "−"}1, and what tells the features apart fades. LayerNorm does not see the offset.`;
  }
  return "RMS² = σ² + μ²: the farther the mean is from 0, the more RMSNorm divides by the mean. LayerNorm does not see the offset.";
}
