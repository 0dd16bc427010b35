// Three features as a point in space: LayerNorm's plane and circle, RMSNorm's sphere, the gradient.

import { otherTrials, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { tidy } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { choice, flag, number, vector } from "../_shared/traits.mjs";
import { cloud, gradient, length, norms } from "./arithmetic.mjs";
import { addControls, addLever, MOST, MOST_OF_DY } from "./controls.mjs";
import { hand } from "./hand.mjs";
import { lesson, short, words } from "./lesson.mjs";
import { addPicture, unitOf } from "./picture.mjs";
import { camera, moved, reachOf, scaled, turned } from "./view.mjs";

// At the start.
const EPS = 1e-5;
const FALLEN = 1;

const TRIALS_OF_THE_GRADIENT = [
  { label: "dy along 1", apply: () => ({ dy: [0.8, 0.8, 0.8] }) },
  {
    label: "dy along x̂",
    apply: (state) => ({ dy: norms(state).xHat.map((value) => 0.8 * value) }),
  },
  { label: "x / 2", apply: ({ x }) => ({ x: x.map((value) => value / 2) }) },
];
const TRIALS = [
  { label: "2x", apply: ({ x }) => ({ x: x.map((value) => 2 * value) }) },
  { label: "x along 1", apply: () => ({ x: [2, 2, 2] }) },
  { label: "look along 1", apply: () => ({ tilt: 90 }) },
  { label: "x + 1", apply: ({ x }) => ({ x: x.map((value) => tidy(value + 1)) }) },
  { label: "−x", apply: ({ x }) => ({ x: x.map((value) => 0 - value) }) },
  { label: "look from the side", apply: () => ({ tilt: 0 }) },
];

export default explorable({
  slug: "geometry",
  title: "LayerNorm and RMSNorm in space",
  traits: {
    x: vector({ least: 3, most: 3, low: -4, high: 4, start: [1.9, 0.2, 1.2] }),
    eps: number({ low: 0, high: 10, start: EPS }),
    show: choice({ of: ["layer", "rms", "both", "gradient"], start: "both" }),
    cloud: flag({ start: false }),
    fallen: number({ low: 0, high: 1, start: FALLEN }),
    dy: vector({ least: 3, most: 3, low: -2, high: 2, start: [0.4, -0.3, 1.2] }),
    turn: number({ low: -180, high: 180, start: -105 }),
    tilt: number({ low: -90, high: 90, start: 22 }),
  },
  limits: "Each feature of x stays between −4 and 4 here, each of dy between −2 and 2.",
  build,
});

function build(root, app) {
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const figure = add(beside, "div");
  const hint = add(figure, "p", { class: "nb-hint" });
  const picture = addPicture(figure);
  const side = add(beside, "div");
  const paintLever = addLever(side, app);
  const [ofNorms, ofGradient] = [TRIALS, TRIALS_OF_THE_GRADIENT].map((experiments) => {
    const box = add(side, "div");
    trials(box, experiments, app);
    return box;
  });
  const note = add(side, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state: { eps, fallen } }) => eps !== EPS || fallen !== FALLEN,
    app,
  });

  let state;
  let reach = null; // while x is dragged, the scale stands still
  hand(picture.svg, [picture.grip, picture.gripOfDy], {
    signal: app.signal,
    begin(grip) {
      const from = state;
      if (grip === null) return (by) => app.change(turned(from, by));
      reach = reachOf(from);
      const [key, most] = grip === picture.grip ? ["x", MOST] : ["dy", MOST_OF_DY];
      const view = camera(from);
      const unit = unitOf(reach);
      return (by) => app.change({ [key]: moved(view, from[key], scaled(by, 1 / unit), most) });
    },
    end() {
      reach = null;
      app.repaint();
    },
  });

  return (next) => {
    state = next;
    const isOfGradient = state.show === "gradient";
    const found = norms(state);
    const back = isOfGradient ? gradient(state, found) : null;
    const rows = rowsOf(state, found, back);
    const spoken = rows.map(({ name, values }) => `${name} ${words(values)}`).join(", ");
    const label = `Three features in space, seen from azimuth ${format(state.turn)}°, elevation ${format(state.tilt)}°: ${spoken}`;
    const around = state.cloud && !isOfGradient ? cloud(state) : null;
    picture.update(state, { found, back, rows: around }, reach ?? reachOf(state), label);
    paintLever(state);
    ofNorms.toggleAttribute("hidden", isOfGradient);
    ofGradient.toggleAttribute("hidden", !isOfGradient);
    const grips = isOfGradient ? "x, or the tip of dy" : "x";
    say(hint, `Drag ${grips}; drag anything else to turn the view.`);
    say(note, lesson(state, found, back));
    paintMore({ state, found, rows });
    return spoken;
  };
}

/** More to try, all that can be set, and the vectors in numbers. */
function addMore(parent, app) {
  const others = add(parent, "div");
  otherTrials(others, TRIALS, app);
  const paintControls = addControls(parent, app);
  const beside = add(parent, "div", { class: "nb-plots nb-two nb-space-numbers" });
  const vectors = table(beside, {
    caption: "The vectors",
    head: ["vector", "feature 1", "2", "3", "length"],
  });
  const measures = table(beside, { caption: "Their measures", head: ["measure", "value"] });
  return ({ state, found, rows }) => {
    others.toggleAttribute("hidden", state.show === "gradient");
    paintControls(state);
    vectors.update(
      rows.map(({ name, tone, values }) => ({
        tone,
        cells: [name, ...values.map((value) => format(value)), short(length(values))],
      })),
    );
    measures.update(measuresOf(state, found).map((cells) => ({ cells })));
  };
}

function rowsOf({ x, dy, show }, { centred, xHat, byRms }, back) {
  return [
    { name: "x", tone: "x", values: x },
    { name: "x − μ·1", tone: "centred", values: centred, of: "layer" },
    { name: "x̂ = LN(x)", tone: "x-hat", values: xHat, of: "layer gradient" },
    { name: "x / rms", tone: "y", values: byRms, of: "rms" },
    { name: "dy", tone: "centred", values: dy, of: "gradient" },
    { name: "left of dy", tone: "x-hat", values: back?.along, of: "gradient" },
    { name: "dx", tone: "y", values: back?.dx, of: "gradient" },
  ].filter(isShown(show));
}

/** What has a place in a choice: all of the norms' in both of them, and without a word in any. */
function isShown(chosen) {
  const norms = chosen === "both" ? ["layer", "rms", "both"] : [chosen];
  return ({ of = chosen }) => norms.some((name) => of.split(" ").includes(name));
}

function measuresOf({ show }, { mean, deviation, rms, angle }) {
  return [
    { cells: ["mean μ", short(mean)], of: "layer" },
    { cells: ["√(σ² + ε)", short(deviation)], of: "layer gradient" },
    { cells: ["rms = √(mean of x² + ε)", short(rms)], of: "rms" },
    {
      cells: [
        "angle between x̂ and x / rms",
        angle === null ? "no angle: x̂ is 0" : `${format(angle, 1)}°`,
      ],
      of: "both",
    },
  ]
    .filter(isShown(show))
    .map(({ cells }) => cells);
}
