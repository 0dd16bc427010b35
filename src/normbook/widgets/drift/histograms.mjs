// Four small charts, one a layer: one run's histogram stands on the axis, the other's hangs from it.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { brief, highest, LAYERS, outline } from "./arithmetic.mjs";

const [WIDTH, HEIGHT] = [176, 184];
const PLOT = { left: 4, right: 172, top: 4, bottom: 166 };
const MIDDLE = (PLOT.top + PLOT.bottom) / 2;
const TICKS = [-5, 0, 5];

/** Adds the charts; `update` takes the runs, the chosen layer and the step of training. */
export function addHistograms(root, { record, choose, signal }) {
  const { edges } = record;
  const x = (value) =>
    PLOT.left + ((value - edges[0]) / (edges.at(-1) - edges[0])) * (PLOT.right - PLOT.left);
  const heading = add(root, "p", { class: "nb-plot-title" });
  const row = add(root, "div", { class: "nb-steps nb-across-4" });
  const charts = LAYERS.map((layer) => addChart(row, { layer, x, choose, signal }));
  const tops = new Map();

  /** The highest column: it depends on the norms alone, so it is looked up once for each pair. */
  function topOf(runs) {
    const norms = runs.map(({ key }) => key);
    if (!tops.has(`${norms}`)) tops.set(`${norms}`, highest(record, norms));
    return tops.get(`${norms}`);
  }

  return (runs, { layer, at }) => {
    const when = at === 0 ? "at step 0" : `filled at step ${at}, dashed at step 0`;
    say(heading, `What each layer’s ReLU receives: ${when}`);
    const base = runs.length > 1 ? MIDDLE : PLOT.bottom;
    const scale = (base - PLOT.top) / topOf(runs);
    for (const [k, { box, svg, axis, halves }] of charts.entries()) {
      box.classList.toggle("nb-chosen", layer === k + 1);
      set(axis, { y1: base, y2: base });
      for (const [i, half] of halves.entries()) {
        const y = i === 0 ? (count) => base - scale * count : (count) => base + scale * count;
        paintHalf(half, runs[i], { k, edges, x, y });
      }
      set(svg, {
        "aria-label": `Layer ${k + 1} at step ${at}. ${runs.map(wordsOf(k)).join("; ")}.`,
      });
    }
  };
}

function addChart(row, { layer, x, choose, signal }) {
  const box = add(row, "div", { class: "nb-histogram" });
  box.addEventListener("click", () => choose(layer), { signal });
  add(box, "p", { class: "nb-step-title" }, `layer ${layer}`);
  const svg = draw(box, "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  for (const value of TICKS) {
    const at = x(value);
    draw(svg, "line", { class: "nb-grid", x1: at, x2: at, y1: PLOT.top, y2: PLOT.bottom });
    draw(svg, "text", { class: "nb-at", x: at, y: HEIGHT - 5 }, format(value));
  }
  const halves = [PLOT.top + 8, PLOT.bottom - 2].map((level) => addHalf(svg, level));
  const axis = draw(svg, "line", { class: "nb-frame", x1: PLOT.left, x2: PLOT.right });
  return { box, svg, axis, halves };
}

function addHalf(svg, y) {
  const group = draw(svg, "g");
  return {
    group,
    now: draw(group, "path", { class: "nb-now" }),
    start: draw(group, "path", { class: "nb-start" }),
    name: draw(group, "text", { class: "nb-curve-name", x: PLOT.left, y }),
    spread: draw(group, "text", { class: "nb-spread", x: PLOT.right, y }),
  };
}

function paintHalf({ group, now, start, name, spread }, run, { k, edges, x, y }) {
  set(group, { display: run ? "inline" : "none", class: `nb-tone-${run?.tone ?? "x"}` });
  if (!run) return;
  const layer = run.layers[k];
  set(now, { d: outline(edges, layer.now, x, y) });
  set(start, { d: outline(edges, layer.start, x, y) });
  say(name, run.name);
  say(spread, `σ ${format(layer.std)}`);
}

function wordsOf(k) {
  return ({ name, layers }) =>
    `${name}: mean ${brief(layers[k].mean)}, standard deviation ${format(layers[k].std)}`;
}
