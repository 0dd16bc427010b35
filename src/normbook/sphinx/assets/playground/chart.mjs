// A playground's chart, as `normbook.playgrounds.panel.chart.as_plain` has it, in the explorables' looks.

import { add, draw } from "../../../widgets/_shared/dom.mjs";
import { plot, SHAPES } from "../../../widgets/_shared/plot.mjs";

const WIDTHS = { 1: 340, 2: 340, 3: 225 }; // a panel's width in its own units, by number of columns
const HEIGHT = 230;
const AROUND = 52; // the part of a panel's height that its axes need
const BESIDE = 71; // the part of a panel's width that its axes need
const TONES = { teal: "x-hat", vermilion: "y", blue: "centred", muted: "aside", ink: "ink" };
const KINDS = { solid: "", dashed: "dashed", thin: "faint", thick: "thick" };

/** Draws a chart into a box; `words` say what it shows to those who cannot see it. */
export function drawChart(box, { columns, legend, panels }, words) {
  const all = add(box, "div", { role: "img", "aria-label": words });
  addLegend(all, legend);
  const grid = add(all, "div", { class: `nb-panels nb-panels-${columns}` });
  const width = WIDTHS[columns];
  const height = Math.max(...panels.map((panel) => heightOf(panel, width)));
  for (const panel of panels) {
    if (panel.kind === "image") drawImage(grid, panel);
    else drawPanel(grid, panel, { width, height });
  }
}

function heightOf({ square, x, y }, width) {
  if (!square) return HEIGHT;
  const ratio = (y.limits[1] - y.limits[0]) / (x.limits[1] - x.limits[0]);
  return Math.round(ratio * (width - BESIDE)) + AROUND;
}

function drawImage(grid, { title, source }) {
  const box = add(grid, "div", { class: "nb-plot" });
  add(box, "p", { class: "nb-plot-title" }, title);
  add(box, "img", { class: "nb-pixels", src: source, alt: "" });
}

function drawPanel(grid, { title, x, y, marks, square, legend }, size) {
  const box = add(grid, "div");
  const chart = plot(box, { title, x: axisOf(x), y: axisOf(y), ...size });
  const drawn = { curves: [], areas: [], dots: [] };
  for (const mark of marks) DRAWN[mark.kind](drawn, mark, { x: x.limits, y: y.limits, square });
  chart.update({ x: x.limits, y: y.limits, label: title || y.label, ...drawn });
  addLegend(box.firstElementChild, legend);
}

const axisOf = ({ label, log, ticks }) => ({ label, log, ticks: ticks.length ? ticks : undefined });

const DRAWN = {
  line({ curves }, { x, y, tone, stroke }, limits) {
    const isShown = ([across, up]) =>
      isWithin(across, limits.x) && (!limits.square || isWithin(up, limits.y));
    const points = pairs(x, y).map((point) => (isShown(point) ? point : null));
    curves.push({ points, tone: TONES[tone], kind: KINDS[stroke] });
  },

  points({ dots }, { x, y, tone, shape }, limits) {
    for (const at of pairs(x, y)) {
      if (!isWithin(at[0], limits.x) || !isWithin(at[1], limits.y)) continue;
      dots.push({ at, tone: TONES[tone], shape: shape === "dot" ? undefined : shape });
    }
  },

  /** A histogram is an outline, which reaches down to the axis. */
  steps({ curves, areas }, { edges, heights, tone, filled }, limits) {
    const [floor] = limits.y;
    const tops = heights.map((height) => Math.max(height, floor));
    const points = tops.flatMap((top, i) => [
      [edges[i], top],
      [edges[i + 1], top],
    ]);
    const outline = [[edges[0], floor], ...points, [edges.at(-1), floor]];
    curves.push({ points: outline, tone: TONES[tone] });
    const below = points.map(([across, top]) => [across, floor, top]);
    if (filled) areas.push({ points: below, tone: TONES[tone] });
  },

  band({ areas }, { start, end }, { y: [low, high] }) {
    const points = [start, end].map((across) => [across, low, high]);
    areas.push({ points, tone: TONES.muted });
  },

  rule({ curves }, { x, y, tone, stroke }, limits) {
    const points =
      x === null ? limits.x.map((across) => [across, y]) : limits.y.map((up) => [x, up]);
    curves.push({ points, tone: TONES[tone], kind: KINDS[stroke] });
  },
};

const pairs = (x, y) => x.map((across, i) => [across, y[i]]);
const isWithin = (value, [low, high]) => value !== null && value >= low && value <= high;

function addLegend(box, keys) {
  if (!keys.length) return;
  const list = add(box, "ul", { class: "nb-keys nb-plot" });
  for (const { name, tone, look } of keys) {
    const item = add(list, "li");
    addKey(item, TONES[tone], look);
    add(item, "span", {}, name);
  }
}

/** What has a name is drawn beside it: a stroke, a dot or an area. */
function addKey(item, tone, look) {
  const svg = draw(item, "svg", { viewBox: "0 0 22 12", "aria-hidden": "true" });
  const named = (kind, of) => `nb-${kind} nb-tone-${tone}${of ? ` nb-${of}` : ""}`;
  if (look in KINDS) draw(svg, "path", { class: named("curve", KINDS[look]), d: "M0 6h22" });
  else if (look in SHAPES) draw(svg, "path", { class: named("dot", look), d: SHAPES[look](11, 6) });
  else draw(svg, "path", { class: named("area"), d: "M0 0h22v12h-22z" });
}
