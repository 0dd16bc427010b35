// Three features as a point in space: LayerNorm's plane and circle, RMSNorm's sphere.

import { trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { format } from "../_shared/numbers.mjs";
import { tidy } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { choice, number, vector } from "../_shared/traits.mjs";
import { length, norms } from "./arithmetic.mjs";
import { addControls } from "./controls.mjs";
import { hand } from "./hand.mjs";
import { lesson, short, words } from "./lesson.mjs";
import { addPicture, unitOf, WIDTH } from "./picture.mjs";
import { camera, moved, reachOf, scaled, turned } from "./view.mjs";

const TRIALS = [
  { label: "x + 1", apply: ({ x }) => ({ x: x.map((value) => tidy(value + 1)) }) },
  { label: "2x", apply: ({ x }) => ({ x: x.map((value) => 2 * value) }) },
  { label: "−x", apply: ({ x }) => ({ x: x.map((value) => 0 - value) }) },
  { label: "x along 1", apply: () => ({ x: [2, 2, 2] }) },
  { label: "look along 1", apply: () => ({ tilt: 90 }) },
  { label: "look from the side", apply: () => ({ tilt: 0 }) },
];

export default explorable({
  slug: "geometry",
  title: "LayerNorm and RMSNorm in space",
  traits: {
    x: vector({ least: 3, most: 3, low: -4, high: 4, start: [1.9, 0.2, 1.2] }),
    eps: number({ low: 0, high: 10, start: 1e-5 }),
    show: choice({ of: ["layer", "rms", "both"], start: "both" }),
    turn: number({ low: -180, high: 180, start: -105 }),
    tilt: number({ low: -90, high: 90, start: 22 }),
  },
  limits: "Each feature of x stays between −4 and 4 here.",
  build,
});

function build(root, app) {
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const figure = add(beside, "div");
  add(figure, "p", { class: "nb-space-hint" }, "Drag x; drag anything else to turn the view.");
  const picture = addPicture(figure);
  const note = add(figure, "p", { class: "nb-note" });
  const side = add(beside, "div", { class: "nb-space-side" });
  const vectors = table(side, {
    caption: "The vectors",
    head: ["vector", "feature 1", "2", "3", "length"],
  });
  const measures = table(side, { caption: "Their measures", head: ["measure", "value"] });
  const paintControls = addControls(root, app);
  trials(root, TRIALS, app);

  let state;
  let reach = null; // while x is dragged, the scale stands still
  hand(picture.svg, picture.grip, {
    width: WIDTH,
    signal: app.signal,
    begin(onGrip) {
      const from = state;
      if (!onGrip) return (by) => app.change(turned(from, by));
      reach = reachOf(from.x);
      return (by) => app.change({ x: moved(camera(from), from.x, scaled(by, 1 / unitOf(reach))) });
    },
    end() {
      reach = null;
      app.repaint();
    },
  });

  return (next) => {
    state = next;
    const found = norms(state);
    const rows = rowsOf(state, found);
    const spoken = rows.map(({ name, values }) => `${name} ${words(values)}`).join(", ");
    const label = `Three features in space, seen from azimuth ${format(state.turn)}°, elevation ${format(state.tilt)}°: ${spoken}`;
    picture.update(state, found, reach ?? reachOf(state.x), label);
    vectors.update(
      rows.map(({ name, tone, values }) => ({
        tone,
        cells: [name, ...values.map((value) => format(value)), short(length(values))],
      })),
    );
    measures.update(measuresOf(state, found).map((cells) => ({ cells })));
    paintControls(state);
    say(note, lesson(state, found));
    return spoken;
  };
}

function rowsOf({ x, show }, { centred, xHat, byRms }) {
  return [
    { name: "x", tone: "x", values: x },
    { name: "x − μ·1", tone: "centred", values: centred, of: "layer" },
    { name: "x̂ = LN(x)", tone: "x-hat", values: xHat, of: "layer" },
    { name: "x / rms", tone: "y", values: byRms, of: "rms" },
  ].filter(({ of = show }) => show === "both" || show === of);
}

function measuresOf({ show }, { mean, deviation, rms, angle }) {
  return [
    { cells: ["mean μ", short(mean)], of: "layer" },
    { cells: ["√(σ² + ε)", short(deviation)], of: "layer" },
    { cells: ["rms = √(mean of x² + ε)", short(rms)], of: "rms" },
    {
      cells: [
        "angle between x̂ and x / rms",
        angle === null ? "no angle: x̂ is 0" : `${format(angle, 1)}°`,
      ],
      of: "both",
    },
  ]
    .filter(({ of = show }) => show === "both" || show === of)
    .map(({ cells }) => cells);
}
