// Three number lines: points that can be dragged, and what two ways of scaling make of them.

import { add, draw, fill, round, say, set } from "../_shared/dom.mjs";
import { handle } from "../_shared/handle.mjs";
import { format } from "../_shared/numbers.mjs";
import { step, tidy, widened } from "../_shared/ranges.mjs";
import { scaleLinear } from "../_shared/scale.mjs";
import { domainOf } from "./state.mjs";

const WIDTH = 340;
const HEIGHT = 214;
const RANGE = [76, 330];
const BAND = 12; // half the height of the band of ±σ, in units of the chart
const LINES = [
  { name: "x", at: 40, tone: "x", labels: -18 },
  { name: "min-max", at: 112, tone: "y", labels: 22, domain: [-0.1, 1.1] },
  { name: "z-score", at: 184, tone: "x-hat", labels: 22, domain: [-3.4, 3.4] }, // |z| ≤ √11 for 12
];

/**
 * Adds the lines; `choose(i)` is told which point the reader touches, `drag(i, value)` of its new
 * value, and `release()` when it is let go. `update` takes the `points`, `minMax` and `z`, `mean`
 * and `sigma`, the `words` for each point's three numbers, and the chosen point.
 */
export function numberLines(parent, { choose, drag, release, signal }) {
  let frozen = null; // the axis of the points while one is dragged, which it may follow outwards; else null
  const box = add(parent, "div", { class: "nb-lines" });
  const svg = draw(box, "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" });
  const links = draw(svg, "g", { class: "nb-lines-links" });
  const [raw, ...scaled] = LINES.map((line) => addLine(svg, line));
  const linked = [];
  const handles = [];

  function addHandle(i) {
    const group = draw(raw.points, "g", { class: "nb-lines-handle" });
    const cy = raw.at;
    const circles = [
      draw(group, "circle", { class: "nb-hit", r: 14, cy }),
      draw(group, "circle", { class: "nb-lines-grip", "data-drag": "x", r: 6, cy }),
    ];
    const update = handle(group, {
      scale: raw.scale,
      along: "x",
      beyond: true,
      grab: ({ type }) => {
        if (type === "pointerdown") frozen = raw.scale.domain();
        choose(i);
      },
      change: (value) => drag(i, tidy(value)),
      release: () => {
        frozen = null;
        release();
      },
      signal,
    });
    return { group, circles, update };
  }

  return ({ points, minMax, z, mean, sigma, words }, chosen) => {
    if (frozen) frozen = widened(frozen, points);
    raw.scale.domain(frozen ?? domainOf(points));
    for (const line of [raw, ...scaled]) line.paintAxis();
    raw.paintBand([mean - sigma, mean + sigma]);
    scaled[1].paintBand(sigma > 0 ? [-1, 1] : [0, 0]);
    scaled[0].paintDots(minMax, chosen);
    scaled[1].paintDots(z, chosen);
    fill(linked, points.length, () => draw(links, "polyline"));
    fill(handles, points.length, addHandle);
    for (const [i, x] of points.entries()) {
      const places = [raw.place(x), scaled[0].place(minMax[i]), scaled[1].place(z[i])];
      set(linked[i], { points: places.join(" "), class: i === chosen ? "nb-chosen" : "" });
      for (const circle of handles[i].circles) set(circle, { cx: raw.x(x) });
      handles[i].update({
        label: `Point ${i + 1}: x`,
        value: x,
        words: LINES.map(({ name }, k) => `${name} ${words[i][k]}`).join(", "),
        step: step(raw.scale.domain()),
      });
    }
    const list = ({ name }, k) => `${name}: ${words.map((three) => three[k]).join(", ")}`;
    set(svg, { "aria-label": LINES.map(list).join("; ") });
  };
}

/** One number line, with its name, its ticks and its points. */
function addLine(svg, { name, at, tone, labels, domain = [0, 1] }) {
  const scale = scaleLinear().range(RANGE).domain(domain);
  const group = draw(svg, "g", { class: `nb-line nb-tone-${tone}` });
  const band = draw(group, "rect", { class: "nb-lines-band", y: at - BAND, height: 2 * BAND });
  draw(group, "line", { class: "nb-lines-axis", x1: RANGE[0], x2: RANGE[1], y1: at, y2: at });
  const axis = draw(group, "g", { "aria-hidden": "true" });
  draw(group, "text", { class: "nb-lines-name", x: 2, y: at, dy: "0.32em" }, name);
  const points = draw(group, "g");
  const ticks = [];
  const dots = [];
  const x = (value) => round(Math.min(Math.max(scale(value), RANGE[0]), RANGE[1]));

  return {
    scale,
    at,
    points,
    x,
    place: (value) => `${x(value)},${at}`,
    paintAxis() {
      const values = scale.ticks(5);
      fill(ticks, values.length, () => {
        const tick = draw(axis, "g");
        draw(tick, "line", { y1: at - 3, y2: at + 3 });
        draw(tick, "text", { y: at + labels, "text-anchor": "middle" });
        return tick;
      });
      for (const [i, value] of values.entries()) {
        const [mark, text] = ticks[i].children;
        set(mark, { x1: x(value), x2: x(value) });
        set(text, { x: x(value) });
        say(text, format(value, 6));
      }
    },
    paintBand([low, high]) {
      set(band, { x: x(low), width: round(x(high) - x(low)) });
    },
    paintDots(values, chosen) {
      fill(dots, values.length, () => draw(points, "circle", { class: "nb-lines-dot", cy: at }));
      for (const [i, value] of values.entries()) {
        set(dots[i], { cx: x(value), r: i === chosen ? 6 : 4 });
      }
    },
  };
}
