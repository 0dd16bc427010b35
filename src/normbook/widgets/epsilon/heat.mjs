// The heat map on the right: the output's standard deviation for every scale and every ε.

import { draw, set, tenths } from "../_shared/dom.mjs";
import { plot } from "../_shared/plot.mjs";
import { remember } from "../_shared/remember.mjs";
import { grid } from "./arithmetic.mjs";
import { onTap } from "./tap.mjs";
import { brief, KINDS, MODELS } from "./words.mjs";

const NONE = 1e-13; // where ε = 0 stands on the logarithmic axis
const SCALES = Array.from({ length: 27 }, (_, i) => 10 ** (-8 + i / 2));
const EPSILONS = [0, ...Array.from({ length: 13 }, (_, i) => Number(`1e${i - 12}`))];
const LEVELS = 10;
const ARM = 2.7; // half the width of a mark, in units of the chart
const MARKS = {
  cross: `m${-ARM} ${-ARM}l${2 * ARM} ${2 * ARM}m0 ${-2 * ARM}l${-2 * ARM} ${2 * ARM}`,
  ring: `m${-ARM} 0a${ARM} ${ARM} 0 1 0 ${2 * ARM} 0a${ARM} ${ARM} 0 1 0 ${-2 * ARM} 0`,
  wedge: `m${-ARM} ${ARM}h${2 * ARM}l${-ARM} ${-2 * ARM}z`,
};

/** Adds the map; `choose` is told the scale and the ε that the reader taps. */
export function addHeatMap(parent, { choose, signal }) {
  const chart = plot(parent, {
    title: "Std of x̂ by ε",
    x: { label: "standard deviation of x", log: true },
    y: { label: "ε", log: true, words: (value) => (value === NONE ? "0" : brief(value)) },
    height: 250,
    names: 72,
  });
  const cells = draw(chart.front, "g", { class: "nb-cells nb-tone-x-hat" });
  const levels = Array.from({ length: LEVELS }, (_, i) =>
    draw(cells, "path", { "fill-opacity": (i + 1) / LEVELS }),
  );
  const marks = Object.keys(KINDS).map((kind) => draw(cells, "path", { class: `nb-mark-${kind}` }));
  addLegend(parent.lastChild);
  addModels(chart);
  onTap(chart, (scale, eps) => choose(scale, eps < 10 ** -12.5 ? 0 : eps), signal);
  const of = remember((dtype, place, upcast) =>
    shapes(grid({ dtype, place, upcast }, SCALES, EPSILONS), chart.inside),
  );

  return ({ dtype, place, upcast, scale, eps }) => {
    const { areas, crosses, counts } = of(dtype, place, upcast);
    for (const [i, path] of levels.entries()) set(path, { d: areas[i] });
    for (const [i, path] of marks.entries()) set(path, { d: crosses[i] });
    chart.update({
      x: [10 ** -8.25, 10 ** 5.25],
      y: [10 ** -13.5, 10 ** 0.5],
      label: `Heat map of the output's standard deviation: the input's across, from 10⁻⁸ to 10⁵, and ε upwards, from 0 to 1. ${counts}`,
      dots: [{ at: [scale, Math.max(eps, NONE)], tone: "y" }],
    });
  };
}

/** The paths of each level and of each mark, and how many cells are marked. */
function shapes(rows, inside) {
  const width = (inside.right - inside.left) / SCALES.length;
  const height = (inside.bottom - inside.top) / EPSILONS.length;
  const areas = Array(LEVELS).fill("");
  const crosses = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  const left = (k) => tenths(inside.left + k * width);
  const edge = (i) => tenths(inside.bottom - i * height); // one for both rows, so that no seam shows
  for (const [i, row] of rows.entries()) {
    const [bottom, top] = [edge(i), edge(i + 1)];
    for (let k = 0; k < row.length; ) {
      const level = levelOf(row[k]);
      const first = k;
      while (k < row.length && levelOf(row[k]) === level) k += 1;
      if (level > 0)
        areas[level - 1] += `M${left(first)} ${top}H${left(k)}V${bottom}H${left(first)}z`;
    }
    for (const [k, { kind }] of row.entries()) {
      const middle = `M${tenths(inside.left + (k + 0.5) * width)} ${tenths(top + height / 2)}`;
      crosses[kind]?.push(middle + MARKS[KINDS[kind].mark]);
    }
  }
  const words = Object.entries(crosses)
    .filter(([, found]) => found.length > 0)
    .map(
      ([kind, found]) =>
        `${found.length} of ${SCALES.length * EPSILONS.length} cells: ${KINDS[kind].name}.`,
    );
  return {
    areas,
    crosses: Object.values(crosses).map((found) => found.join("")),
    counts: words.join(" ") || "All cells are numbers.",
  };
}

function levelOf({ kind, std }) {
  return kind === "number" ? Math.min(Math.round(std * LEVELS), LEVELS) : 0;
}

/** The colours from 0 to 1, and the marks. */
function addLegend(box) {
  const svg = draw(box, "svg", { viewBox: "0 0 340 38", "aria-hidden": "true" });
  const key = draw(svg, "g", { class: "nb-cells nb-tone-x-hat" });
  draw(svg, "text", { x: 0, y: 12 }, "0");
  for (let i = 0; i <= LEVELS; i += 1) {
    draw(key, "rect", { x: 10 + 6 * i, y: 3, width: 6, height: 11, "fill-opacity": i / LEVELS });
  }
  draw(svg, "text", { x: 80, y: 12 }, "1");
  for (const [i, [kind, { name, mark }]] of Object.entries(KINDS).entries()) {
    const x = [6, 124, 236][i];
    draw(key, "path", { class: `nb-mark-${kind}`, d: `M${x} 28.5${MARKS[mark]}` });
    draw(svg, "text", { x: x + 8, y: 33 }, name);
  }
}

/** The models' names beside their rows. */
function addModels({ svg, inside }) {
  const height = (inside.bottom - inside.top) / EPSILONS.length;
  for (const { eps, short: name } of MODELS) {
    const y = inside.bottom - (EPSILONS.indexOf(eps) + 0.5) * height;
    draw(svg, "path", { class: "nb-frame", d: `M${inside.right} ${tenths(y)}h4` });
    draw(
      svg,
      "text",
      { class: "nb-rule-name", x: inside.right + 6, y: tenths(y), dy: "0.32em" },
      name,
    );
  }
}
