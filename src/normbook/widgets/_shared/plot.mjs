// A chart with two axes: curves, dots, areas and rules, named where they stand.

import { add, draw, fill, say, set, tenths } from "./dom.mjs";
import { format, scientific } from "./numbers.mjs";
import { scaleLinear, scaleLog } from "./scale.mjs";

const WIDTH = 340;
const APART = 14; // the least distance between the names of two curves, in units of the chart
const DOT = 4.5; // the radius of a dot

/** The outline of each shape of a dot around a place. */
export const SHAPES = { dot: circleOf(DOT), small: circleOf(3), ring: circleOf(6), diamond, cross };
const WIDER = 1.2; // a name's letters are 13.2 units high (plot.css), and `names` counts on 11

/**
 * Adds a chart to its parent, drawn in units of its own: `width` of them fill the column that it
 * stands in, and its letters are 13 of them high. It is empty until `update` is called.
 *   title     what stands above it
 *   x, y      { label, log, count, ticks, words } of each axis: its name, whether it is logarithmic,
 *             and what is marked on it: `ticks`, a list of [value, words], or else about `count` round
 *             values, which words(value) writes in its own way, or leaves out
 *   width     how many units it is wide, by default 340
 *   height    how many it is high
 *   names     how much room there is to the right of the axes for the curves' names: as many units as
 *             the longest would need, were its letters 11 units high
 *
 * `update` takes a picture, all of it each time:
 *   x, y      the [lowest, highest] value of each axis
 *   label     what the chart shows, for those who do not see it
 *   title     another title, if any
 *   curves    a list of { points, tone, name, kind }: points are [x, y]; kind is "dashed", "faint" or
 *             "thick" (plot.css), one that an explorable's own styles name, or nothing
 *   areas     a list of { points, tone }: points are [x, low, high]
 *   dots      a list of { at: [x, y], tone, shape }: shape is one of SHAPES, by default "dot"
 *   rules     a list of { x, name } or { y, name }: a line right across the chart at that value
 * Where a point is null, or has a value that is no number or has no place on its axis, such as 0 on a
 * logarithmic one, curves and areas have a gap. What lies beyond the axes is drawn at their edge.
 *
 * A curve or an area whose `points` are the very same list as in the last picture, on the same axes, is
 * not drawn again: give another list for other points, and the same one to save the work.
 *
 * Returns `update`, the scales `x` and `y`, the edges of the axes `inside`, the `svg` and its element
 * `front`, which is drawn last.
 */
export function plot(parent, { title, x: ofX, y: ofY, width = WIDTH, height = 210, names = 14 }) {
  const box = add(parent, "div", { class: "nb-plot" });
  const heading = add(box, "p", { class: "nb-plot-title" }, title);
  const svg = draw(box, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  const inside = { left: 54, right: tenths(width - WIDER * names), top: 10, bottom: height - 42 };
  const x = scaleOf(ofX).range([inside.left, inside.right]);
  const y = scaleOf(ofY).range([inside.bottom, inside.top]);
  const grid = draw(svg, "g", { "aria-hidden": "true" });
  draw(svg, "path", {
    class: "nb-frame",
    fill: "none",
    d: `M${inside.left} ${inside.top}V${inside.bottom}H${inside.right}`,
  });
  const [back, middle] = [draw(svg, "g"), draw(svg, "g")];
  const front = draw(svg, "g");
  const words = { "text-anchor": "middle" };
  const xName = draw(svg, "text", {
    ...words,
    x: (inside.left + inside.right) / 2,
    y: height - 5,
  });
  const yName = draw(svg, "text", {
    ...words,
    transform: `translate(11 ${(inside.top + inside.bottom) / 2}) rotate(-90)`,
  });
  say(xName, ofX.label);
  say(yName, ofY.label);
  const [curves, areas, dots, rules, labels] = [[], [], [], [], []];
  const paintX = addTicks(grid, { scale: x, of: ofX, inside, across: true });
  const paintY = addTicks(grid, { scale: y, of: ofY, inside, across: false });
  let axes = ""; // the ranges of both axes as they were painted last

  const clampX = (value) => Math.min(Math.max(x(value), inside.left), inside.right);
  const clampY = (value) => Math.min(Math.max(y(value), inside.top), inside.bottom);
  const isShown = (scale, value) => Number.isFinite(value) && Number.isFinite(scale(value));
  const isDrawn = (point) =>
    point && isShown(x, point[0]) && point.slice(1).every((value) => isShown(y, value));
  const at = (across, up) => `${tenths(clampX(across))} ${tenths(clampY(up))}`;

  /** A path through points, in one piece between two gaps. */
  function line(points) {
    const through = (piece) => `M${piece.map(([across, up]) => at(across, up)).join("L")}`;
    return pieces(points, isDrawn).map(through).join("");
  }

  /** A path around what lies between lower and upper values, in one piece between two gaps. */
  function surface(points) {
    const around = (piece) => {
      const above = piece.map(([across, , high]) => at(across, high));
      const below = piece.map(([across, low]) => at(across, low)).reverse();
      return `M${[...above, ...below].join("L")}Z`;
    };
    return pieces(points, isDrawn).map(around).join("");
  }

  function update({ title: changed, label, ...picture }) {
    if (changed) say(heading, changed);
    set(svg, { "aria-label": label });
    paintAxes(picture);
    const { areas: surfaces = [], curves: lines = [] } = picture;
    const areaClass = ({ tone }) => `nb-area nb-tone-${tone}`;
    const curveClass = ({ tone, kind }) => `nb-curve nb-tone-${tone}${kind ? ` nb-${kind}` : ""}`;
    paintShapes(areas, back, { shapes: surfaces, outline: surface, classOf: areaClass });
    paintShapes(curves, middle, { shapes: lines, outline: line, classOf: curveClass });
    paintDots(picture.dots ?? []);
    paintRules(picture.rules ?? []);
    paintNames(labels, front, lines.filter(({ name }) => name).map(nameOf), inside);
  }

  function paintAxes(ranges) {
    x.domain(ranges.x);
    y.domain(ranges.y);
    const reach = `${ranges.x} ${ranges.y}`;
    if (reach === axes) return;
    axes = reach;
    paintX();
    paintY();
  }

  /** Paints each shape as a path; one with the same list of points, on the same axes, stays. */
  function paintShapes(list, group, { shapes, outline, classOf }) {
    fill(list, shapes.length, () => ({ group: draw(group, "path") }));
    for (const [i, shape] of shapes.entries()) {
      const last = list[i];
      set(last.group, { class: classOf(shape) });
      if (last.points === shape.points && last.axes === axes) continue;
      set(last.group, { d: outline(shape.points) });
      Object.assign(last, { points: shape.points, axes });
    }
  }

  function paintDots(all) {
    const together = alike(all);
    fill(dots, together.length, () => draw(front, "path"));
    for (const [i, { tone, shape, places }] of together.entries()) {
      const outline = SHAPES[shape ?? "dot"];
      const d = places.map(([a, b]) => outline(tenths(clampX(a)), tenths(clampY(b)))).join("");
      set(dots[i], { class: `nb-dot nb-tone-${tone}${shape ? ` nb-${shape}` : ""}`, d });
    }
  }

  function paintRules(all) {
    fill(rules, all.length, () => addRule(front));
    for (const [i, rule] of all.entries()) paintRule(rules[i], rule);
  }

  function paintRule({ group: { firstChild, lastChild } }, { x: across, y: level, name = "" }) {
    if (across !== undefined) {
      const at = tenths(clampX(across));
      set(firstChild, { x1: at, x2: at, y1: inside.top, y2: inside.bottom });
      const late = at > (inside.left + inside.right) / 2;
      set(lastChild, { x: at + (late ? -4 : 4), y: inside.top + 10 });
      set(lastChild, { "text-anchor": late ? "end" : "start" });
    } else {
      const at = tenths(clampY(level));
      set(firstChild, { x1: inside.left, x2: inside.right, y1: at, y2: at });
      set(lastChild, { x: inside.left + 4, y: at - 4, "text-anchor": "start" });
    }
    say(lastChild, name);
  }

  function nameOf({ points, tone, name }) {
    const last = points.findLast((point) => point && isShown(y, point[1]));
    return { name, tone, y: last ? clampY(last[1]) : inside.bottom };
  }

  return { svg, x, y, front, inside, update };
}

function scaleOf({ log }) {
  return log ? scaleLog() : scaleLinear();
}

/**
 * Adds the ticks of an axis, `across` the chart or up it: on a logarithmic axis powers of ten, few
 * enough to be read. Returns what paints them.
 */
function addTicks(group, { scale, of: { log, count = 5, words, ticks }, inside, across }) {
  const rules = draw(group, "path", { class: "nb-grid" });
  const texts = [];
  const { left, right, top, bottom } = inside;
  const fixed = across
    ? { y: bottom + 17, "text-anchor": "middle" }
    : { x: left - 5, dy: "0.32em", "text-anchor": "end" };
  return () => {
    const named = new Map(ticks);
    const values = ticks ? [...named.keys()] : log ? powers(scale) : scale.ticks(count);
    fill(texts, values.length, () => draw(group, "text", fixed));
    let d = "";
    for (const [i, value] of values.entries()) {
      const at = tenths(scale(value));
      d += across ? `M${at} ${top}V${bottom}` : `M${left} ${at}H${right}`;
      set(texts[i], across ? { x: at } : { y: at });
      say(
        texts[i],
        named.get(value) ?? words?.(value) ?? (log ? asPower(value, across) : format(value, 3)),
      );
    }
    set(rules, { d });
  };
}

function powers(scale) {
  const [low, high] = scale.domain().map((edge) => Math.log10(edge));
  const first = Math.ceil(low - 1e-9);
  const last = Math.floor(high + 1e-9);
  const step = Math.max(1, Math.ceil((last - first) / 5));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) =>
    Number(`1e${first + i * step}`),
  );
}

/** Beside an upright axis 1,000 would reach into the axis's name. */
function asPower(value, across) {
  return value >= 0.01 && value <= (across ? 1000 : 100) ? format(value) : scientific(value);
}

/** The stretches of points that are drawn, between those that are not. */
function pieces(points, isDrawn) {
  const all = [[]];
  for (const point of points) {
    if (isDrawn(point)) all.at(-1).push(point);
    else all.push([]);
  }
  return all.filter(({ length }) => length);
}

/** Joins dots of one tone and shape that follow each other into one path. */
function alike(dots) {
  const groups = [];
  for (const { at, tone, shape } of dots) {
    const last = groups.at(-1);
    if (last?.tone === tone && last.shape === shape) last.places.push(at);
    else groups.push({ tone, shape, places: [at] });
  }
  return groups;
}

function circleOf(r) {
  return (x, y) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function diamond(x, y) {
  return `M${x - DOT} ${y}l${DOT} ${-DOT}l${DOT} ${DOT}l${-DOT} ${DOT}z`;
}

function cross(x, y) {
  const [left, top, side] = [x - DOT, y - DOT, 2 * DOT];
  return `M${left} ${top}l${side} ${side}m0 ${-side}l${-side} ${side}`;
}

function addRule(group) {
  const rule = draw(group, "g");
  draw(rule, "line", { class: "nb-rule" });
  draw(rule, "text", { class: "nb-rule-name" });
  return { group: rule };
}

/** The curves' names at their right ends, moved apart where they would overlap. */
function paintNames(labels, group, names, { right, top, bottom }) {
  const placed = names.toSorted((a, b) => a.y - b.y);
  for (const [i, name] of placed.entries()) {
    name.y = Math.max(name.y, i === 0 ? top : placed[i - 1].y + APART);
  }
  for (let i = placed.length - 1, floor = bottom; i >= 0; i -= 1, floor -= APART) {
    placed[i].y = Math.min(placed[i].y, floor);
  }
  fill(labels, placed.length, () => draw(group, "text", { dy: "0.32em", x: right + 7 }));
  for (const [i, { name, tone, y }] of placed.entries()) {
    set(labels[i], { class: `nb-curve-name nb-tone-${tone}`, y: tenths(y) });
    say(labels[i], name);
  }
}
