// A small chart of one vector: a column a feature, a bar from the baseline to the value.

import { draw, fill, round, say, set, show } from "./dom.mjs";
import { format } from "./numbers.mjs";
import { scaleLinear } from "./scale.mjs";

const WIDTH = 176;
const HEIGHT = 166;
const PLOT = { left: 42, right: 170, top: 16, bottom: 134 };
// With more columns their texts would overlap: then only the chosen column has its text.
const MOST_VALUES = 4;
const MOST_INDICES = 7;
const CHARACTER = 7.8; // about the width of a character, in units of the chart
const SPACE = 4;
const LINE = 13;
const HIGH = 10; // the height of a digit
const GRIP = 3; // so far above and below a bar's end nothing covers what it is dragged by
const FIRST = PLOT.left - 4; // where a text may begin: before that are the numbers of the axis
// The highest and the lowest line that a text may stand on: below are the features' numbers.
const TEXTS = { top: 10, bottom: PLOT.bottom + 14 };
const MOST_DECIMALS = 2;
const VISIBLE = 0.02; // the smallest difference that the eye sees, as a share of the axis
// How texts are written: with how many decimals, and whether they may stand farther from their
// bars. The first way that leaves each text its room is taken.
const WRITINGS = [false, true].flatMap((apart) =>
  [MOST_DECIMALS, 1, 0].map((decimals) => ({ decimals, apart })),
);
const BETWEEN = 0.3; // the gap between two bars, as a share of a column's room
const BESIDE = 0.2; // the gap beside the first bar and the last, in the same unit

/**
 * Adds a chart to its parent. `update` takes
 *   values    what the bars show
 *   domain    [lowest, highest] value of the chart
 *   bands     for each column the [lowest, highest] value to shade, if any
 *   ticks     for each column a value to mark with a short line, if any
 *   lines     { value, from, to, label } to mark across the columns from … to, if any
 *   inRow     how many columns stand together, before a gap; by default all
 *   chosen    the index of the column to point out
 * `onColumn` is told of each new column and its index. `placeOf(i)` is where its bar stands.
 */
export function barChart(parent, { role, onColumn }) {
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const svg = draw(parent, "svg", { class: "nb-bars", viewBox, role });
  const strip = draw(svg, "rect", { class: "nb-strip", y: PLOT.top - 12, height: HEIGHT - 4 });
  const grid = draw(svg, "g", { class: "nb-ticks", "aria-hidden": "true" });
  const rules = draw(grid, "path");
  // What all columns have is one path a kind: a browser repaints few elements faster than many.
  const [bandsOf, barsOf, ticksOf] = ["nb-band", "nb-bar", "nb-tick"].map((name) =>
    draw(svg, "path", { class: name }),
  );
  const lined = draw(svg, "g"); // over the bars, and below their texts
  const body = draw(svg, "g");
  const axis = draw(svg, "line", { class: "nb-axis", x1: PLOT.left, x2: PLOT.right });
  const cut = draw(svg, "path", { class: "nb-cut" });
  const y = scaleLinear().range([PLOT.bottom, PLOT.top]);
  let row = columnsOf(1, 1);
  const columns = [];
  const marks = [];
  const levels = [];

  function update({ values, domain, bands, ticks, lines = [], inRow = values.length, chosen }) {
    row = columnsOf(values.length, inRow);
    const { left, step, at, width } = row;
    y.domain(domain);
    fill(columns, values.length, () => {
      const column = addColumn(body);
      onColumn(column, columns.length);
      return column;
    });
    const base = baseline();
    const ends = values.map((value) => clamp(y(value)));
    const texts = write(values, { ends, base, row, domain, chosen });
    for (const [i, column] of columns.entries()) {
      paintColumn(column, { i: i % inRow, left: left(i), middle: row.middle(i), step });
      paintText(column.value, texts[i]);
      show(column.index, values.length <= MOST_INDICES || i === chosen);
    }
    const all = (list, shape) => ({ d: (list ?? []).map(shape).join("") });
    set(
      bandsOf,
      all(bands, (band, i) =>
        bandOf(
          band.map((edge) => y(edge)),
          left(i),
          step,
        ),
      ),
    );
    set(
      barsOf,
      all(values, (value, i) => barOf(y(value), base, at(i), width)),
    );
    set(
      ticksOf,
      all(ticks, (value, i) => tickOf(y(value), at(i), width)),
    );
    set(strip, { x: round(left(chosen)), width: round(step) });
    set(axis, { y1: round(base), y2: round(base) });
    set(cut, { d: y(0) === base ? "" : zigzag(base) });
    fill(marks, lines.length, () => addMark(lined));
    for (const [i, { value, from, to, label = "" }] of lines.entries()) {
      const [level, right] = [round(y(value)), round(left(to) + step)];
      set(marks[i].firstChild, { x1: round(left(from)), x2: right, y1: level, y2: level });
      set(marks[i].lastChild, { x: right + 1, y: level });
      say(marks[i].lastChild, label);
    }
    paintLevels(y.ticks(4));
  }

  function paintLevels(values) {
    fill(levels, values.length, () => draw(grid, "text", { x: PLOT.left - 5, dy: "0.32em" }));
    for (const [i, level] of levels.entries()) {
      set(level, { y: round(y(values[i])) });
      say(level, format(values[i], 6));
    }
    grid.classList.toggle(
      "nb-long",
      levels.some(({ textContent }) => textContent.length > 6),
    );
    const { left: from, right: to } = PLOT;
    set(rules, { d: values.map((value) => `M${from} ${round(y(value))}H${to}`).join("") });
  }

  /** The height of 0, or of the value of the chart that is nearest to it. */
  function baseline() {
    const [low, high] = y.domain();
    return y(Math.min(Math.max(0, low), high));
  }

  const placeOf = (i) => ({ x: round(row.at(i)), width: round(row.width) });

  return { svg, y, baseline, placeOf, update };
}

function addColumn(body) {
  const group = draw(body, "g", { class: "nb-column" });
  return {
    group,
    value: draw(group, "text", { class: "nb-value" }),
    index: draw(group, "text", { class: "nb-index", y: HEIGHT - 5 }),
    hit: draw(group, "rect", { class: "nb-hit", y: 0, height: HEIGHT }), // all of it answers a tap
  };
}

function paintColumn({ index, hit }, { i, left, middle, step }) {
  set(hit, { x: round(left), width: round(step) });
  set(index, { x: round(middle) });
  say(index, String(i + 1));
}

function paintText(value, text) {
  show(value, text !== undefined);
  if (text === undefined) return;
  set(value, { x: round(text.x), y: text.y });
  say(value, text.words);
}

/**
 * Where columns stand of which `inRow` are together, before a gap as wide as one: column i has its
 * room from `left(i)` on, a `step` wide, and in it from `at(i)` on its bar. The `middle(i)` is that of
 * both.
 */
function columnsOf(count, inRow) {
  const gaps = Math.floor((count - 1) / inRow);
  const step = (PLOT.right - PLOT.left) / (count + gaps - BETWEEN + 2 * BESIDE);
  const at = (i) => PLOT.left + (BESIDE + i + Math.floor(i / inRow)) * step;
  const width = step * (1 - BETWEEN);
  const [left, middle] = [-step * BETWEEN, width].map((by) => (i) => at(i) + by / 2);
  return { step, width, at, left, middle };
}

/**
 * What is written, a { words, x, y } a column: each value, with as many decimals as leave all their
 * room; or where there is none, or too many columns, that of the chosen column alone.
 */
function write(values, { ends, base, row, domain, chosen }) {
  const placedAt = (i, words, rest) => placed(words, i, { end: ends[i], ends, base, row, ...rest });
  for (const { decimals, apart } of values.length > MOST_VALUES ? [] : WRITINGS) {
    if (!isTrue(values, decimals, domain)) continue;
    const texts = [];
    for (const [i, value] of values.entries()) {
      texts[i] = placedAt(i, format(value, decimals), { texts, apart });
      if (!texts[i]) break;
    }
    if (texts.every(Boolean)) return texts;
  }
  if (chosen === undefined) return [];
  const alone = (rest) => placedAt(chosen, format(values[chosen]), { texts: [], ...rest });
  return Object.assign([], { [chosen]: alone({ apart: true }) ?? alone({ ends: [] }) });
}

/**
 * A text at the end of its bar, or `apart` from it, beyond other texts and beyond the ends of bars that
 * it would cover; null if it has no room.
 */
function placed(words, i, { end, ends, base, row, texts, apart }) {
  const half = (words.length * CHARACTER) / 2;
  const x = Math.max(row.middle(i), FIRST + half);
  const outwards = end <= base ? -1 : 1;
  const isNear = (k) => k !== i && Math.abs(row.middle(k) - x) < half + row.width / 2;
  const met = (y) => [
    ...texts
      .filter((other) => Math.abs(other.y - y) < LINE && x - other.x < other.half + half + SPACE)
      .map((other) => other.y + outwards * LINE),
    ...ends
      .filter((other, k) => isNear(k) && y - HIGH - GRIP < other && other < y + GRIP)
      .map((other) => levelOf(other, outwards)),
  ];
  let y = levelOf(end, outwards);
  for (let lines = met(y); lines.length; lines = met(y)) {
    y = outwards * Math.max(...lines.map((line) => outwards * line));
    if (!apart || y < TEXTS.top || y > TEXTS.bottom) return null;
  }
  return { words, x, y, half };
}

/** Whether the values in so many decimals are where their bars end, as far as the eye can tell. */
function isTrue(values, decimals, [low, high]) {
  const off = (value) => Math.abs(value - Number(value.toFixed(decimals)));
  return (
    decimals === MOST_DECIMALS || values.every((value) => off(value) <= VISIBLE * (high - low))
  );
}

/** The line of the text of a bar that ends there: beyond the end, and a whole number, so that lines add up. */
function levelOf(end, outwards) {
  return Math.round(end) + (outwards < 0 ? -4 : 14);
}

function barOf(end, base, left, width) {
  // A bar of no height stays visible as a line.
  const height = Math.max(Math.abs(clamp(end) - base), 1.5);
  return box(left, Math.min(clamp(end), base), width, height);
}

function bandOf(edges, left, width) {
  const [low, high] = edges.map(clamp);
  return box(left, Math.min(low, high), width, Math.abs(low - high));
}

function tickOf(end, left, width) {
  return box(left - 3, clamp(end) - 1.5, width + 6, 3);
}

function box(left, top, width, height) {
  return `M${round(left)} ${round(top)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function addMark(parent) {
  const mark = draw(parent, "g", { class: "nb-mark" });
  draw(mark, "line");
  draw(mark, "text", { dy: "0.32em" });
  return mark;
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
