// A small chart of one vector: a column a feature, a bar from the baseline to the value.

import { scaleBand, scaleLinear } from "d3-scale";
import { draw, say, set } from "./dom.mjs";
import { format } from "./numbers.mjs";

const WIDTH = 176;
const HEIGHT = 166;
const PLOT = { left: 34, right: 166, top: 14, bottom: 146 };
// With more columns their texts would overlap: then only the chosen one's is written.
const MOST_VALUES = 4;
const MOST_INDICES = 9;

/**
 * Adds a chart to its parent. `update` takes
 *   values    what the bars show
 *   domain    [lowest, highest] value of the chart
 *   bands     for each column the [lowest, highest] value to shade
 *   line      { value, label } to mark right across, or undefined
 *   chosen    the index of the column to point out
 * `onColumn` is told of each new column and its index.
 */
export function barChart(parent, { name, role, onColumn }) {
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const svg = draw(parent, "svg", { class: `nb-bars nb-${name}`, viewBox, role });
  const strip = draw(svg, "rect", { class: "nb-strip", y: PLOT.top - 12, height: HEIGHT - 4 });
  const grid = draw(svg, "g", { class: "nb-ticks", "aria-hidden": "true" });
  const body = draw(svg, "g");
  const axis = draw(svg, "line", { class: "nb-axis", x1: PLOT.left, x2: PLOT.right });
  const cut = draw(svg, "path", { class: "nb-cut" });
  const mark = draw(svg, "g", { class: "nb-mark" });
  draw(mark, "line", { x1: PLOT.left, x2: PLOT.right });
  draw(mark, "text", { x: PLOT.right + 1, dy: "0.32em" });
  const x = scaleBand().range([PLOT.left, PLOT.right]).paddingInner(0.3).paddingOuter(0.2);
  const y = scaleLinear().range([PLOT.bottom, PLOT.top]);
  const left = (i) => x(i) - (x.step() - x.bandwidth()) / 2;
  const columns = [];
  const ticks = [];

  function update({ values, domain, bands, line, chosen }) {
    x.domain(values.keys());
    y.domain(domain);
    while (columns.length > values.length) columns.pop().group.remove();
    while (columns.length < values.length) {
      columns.push(addColumn(body));
      onColumn(columns.at(-1), columns.length - 1);
    }
    const base = y(Math.min(Math.max(0, domain[0]), domain[1]));
    for (const [i, column] of columns.entries()) {
      paintColumn(column, { i, x, y, base, left: left(i), value: values[i], band: bands[i] });
      show(column.value, values.length <= MOST_VALUES || i === chosen);
      show(column.index, values.length <= MOST_INDICES || i === chosen);
    }
    set(strip, { x: left(chosen), width: x.step() });
    set(axis, { y1: base, y2: base });
    set(cut, { d: y(0) === base ? "" : zigzag(base) });
    set(mark, {
      display: line ? "inline" : "none",
      transform: `translate(0 ${y(line?.value ?? 0)})`,
    });
    say(mark.lastChild, line?.label ?? "");
    paintTicks(ticks, grid, y);
  }

  return { svg, y, update };
}

function addColumn(body) {
  const group = draw(body, "g", { class: "nb-column" });
  return {
    group,
    band: draw(group, "rect", { class: "nb-band" }),
    bar: draw(group, "rect", { class: "nb-bar" }),
    value: draw(group, "text", { class: "nb-value" }),
    index: draw(group, "text", { class: "nb-index", y: HEIGHT - 5 }),
    hit: draw(group, "rect", { class: "nb-hit", y: 0, height: HEIGHT }), // all of it answers a tap
  };
}

function paintColumn({ band, bar, value, index, hit }, column) {
  const { i, x, y, base, left } = column;
  const end = y(column.value);
  const middle = x(i) + x.bandwidth() / 2;
  const [low, high] = column.band.map((edge) => clamp(y(edge)));
  set(band, { x: left, width: x.step(), y: Math.min(low, high), height: Math.abs(low - high) });
  // A bar of no height stays visible as a line.
  const height = Math.max(Math.abs(clamp(end) - base), 1.5);
  set(bar, { x: x(i), width: x.bandwidth(), y: Math.min(clamp(end), base), height });
  const beyond = end <= base ? -4 : 11;
  set(value, { x: middle, y: clamp(end) + beyond });
  say(value, format(column.value));
  set(hit, { x: left, width: x.step() });
  set(index, { x: middle });
  say(index, String(i + 1));
}

function paintTicks(ticks, group, y) {
  const values = y.ticks(4);
  while (ticks.length > values.length) ticks.pop().remove();
  while (ticks.length < values.length) ticks.push(addTick(group));
  for (const [i, tick] of ticks.entries()) {
    set(tick, { transform: `translate(0 ${y(values[i])})` });
    say(tick.lastChild, format(values[i], 6));
  }
}

function addTick(group) {
  const tick = draw(group, "g");
  draw(tick, "line", { x1: PLOT.left, x2: PLOT.right });
  draw(tick, "text", { x: PLOT.left - 5, dy: "0.32em" });
  return tick;
}

function show(element, visible) {
  set(element, { display: visible ? "inline" : "none" });
}

function clamp(position) {
  return Math.min(Math.max(position, PLOT.top), PLOT.bottom);
}

/** A cut through the bars near the baseline: their feet, at 0, are far below (or above). */
function zigzag(base) {
  const level = base + (base > HEIGHT / 2 ? -7 : 7);
  const teeth = Array.from(
    { length: 22 },
    (_, i) => `L${PLOT.left + 6 * (i + 1)} ${level + (i % 2 ? 2 : -2)}`,
  );
  return `M${PLOT.left} ${level}${teeth.join("")}`;
}
