// What a network says: over the plane that its data lie in, or which digits it gets wrong.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { raster } from "./raster.mjs";
import { isInPlane } from "./state.mjs";

const HALF = 200; // units of the picture from the middle of the plane to its edge: whole ones are short
const DOT = 5;
const MOST_POINTS = 256;
const SIDE = 8; // the side of a digit, in pixels
const ACROSS = 6; // how many digits stand in a row
const CELL = SIDE + 2;
const SHADES = 4; // in how many shades of ink a digit is drawn
const DEEPEST = 16; // the largest value that a pixel of a digit has

/** Adds the picture of one network; what it returns takes its run, its examples and, of the plane, the colours. */
export function addPlane(parent, { name, tone, window }) {
  const box = add(parent, "figure", { class: `nb-lab-plane nb-tone-${tone}` });
  const caption = add(box, "figcaption", { class: "nb-plot-title" });
  const frame = add(box, "div", { class: "nb-lab-square", role: "img" });
  const { canvas, draw: paint, clear } = raster(frame, { window, "aria-hidden": "true" });
  const svg = draw(frame, "svg", {
    viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
    "aria-hidden": "true",
  });
  const classes = ["nb-lab-zero", "nb-lab-one"].map((name) => draw(svg, "path", { class: name }));
  const digits = draw(frame, "svg", {
    viewBox: `0 0 ${ACROSS * CELL} ${ACROSS * CELL}`,
    class: "nb-lab-digits",
    "aria-hidden": "true",
  });
  const shades = Array.from({ length: SHADES }, (_, i) =>
    draw(digits, "path", { "fill-opacity": (i + 1) / SHADES }),
  );
  let drawn = null; // the inputs, or the list of wrong digits, that were drawn last
  let shown = null; // the pixels that are drawn, and their colours

  function paintPoints({ inputs, labels }) {
    if (drawn === inputs) return;
    drawn = inputs;
    const shapes = ["", ""];
    for (const [i, label] of labels.slice(0, MOST_POINTS).entries()) {
      const [x, y] = [inputs[2 * i], -inputs[2 * i + 1]].map((each) => Math.round(HALF * each));
      shapes[label] += (label ? square : circle)(x, y);
    }
    for (const [i, path] of classes.entries()) set(path, { d: shapes[i] });
  }

  function paintPixels(plane, table) {
    if (shown?.plane === plane && shown.table === table) return;
    shown = { plane, table };
    if (plane) paint(plane.size, plane.size, plane.probabilities, table);
    else clear();
  }

  function paintDigits(what, make) {
    if (drawn === what) return;
    drawn = what;
    const outlines = make();
    for (const [i, path] of shades.entries()) set(path, { d: outlines[i] });
  }

  function inPlane({ frame: last }, { training }, table) {
    const plane = last?.plane;
    paintPoints(training);
    paintPixels(plane ?? null, table);
    say(caption, `What ${name} says`);
    const right = plane && `${percent(last.accuracy)} of the held-out points are right.`;
    set(frame, { "aria-label": `${labelOf(training)} ${right || `${name} is not trained yet.`}` });
  }

  function ofDigits({ frame: last }, { held_out: { inputs, labels } }) {
    const wrong = last?.wrong;
    const all = wrong ?? [...labels.keys()];
    paintDigits(wrong ?? inputs, () => tiles(inputs, all));
    const words = wrong
      ? `${name} gets ${wrong.length} of ${labels.length} digits wrong`
      : "Some of the digits to read";
    say(caption, words);
    set(frame, { "aria-label": `${words}${wrong ? `: ${labelsOf(all, labels)}` : "."}` });
  }

  return (run, examples, table) => {
    const isPlane = isInPlane(run.spec.data);
    for (const each of [canvas, svg]) each.style.display = isPlane ? "inline" : "none";
    digits.style.display = isPlane ? "none" : "inline";
    (isPlane ? inPlane : ofDigits)(run, examples, table);
  };
}

function labelOf({ labels }) {
  return `${labels.length} points of two classes in the plane.`;
}

function labelsOf(which, labels) {
  const some = which.slice(0, 20).map((i) => labels[i]);
  return `among them ${some.join(", ") || "none"}.`;
}

/** As many digits as there is room for: for each shade the outline of the pixels that have it. */
function tiles(inputs, which) {
  const outlines = Array(SHADES).fill("");
  for (const [k, i] of which.slice(0, ACROSS ** 2).entries()) {
    const [left, top] = [CELL * (k % ACROSS) + 1, CELL * Math.floor(k / ACROSS) + 1];
    for (let p = 0; p < SIDE ** 2; p += 1) {
      const shade = Math.round((SHADES * inputs[SIDE ** 2 * i + p]) / DEEPEST);
      if (!shade) continue;
      outlines[shade - 1] += `M${left + (p % SIDE)} ${top + Math.floor(p / SIDE)}h1v1h-1z`;
    }
  }
  return outlines;
}

function circle(x, y) {
  return `M${x - DOT} ${y}a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0z`;
}

function square(x, y) {
  return `M${x - DOT} ${y - DOT}h${2 * DOT}v${2 * DOT}h${-2 * DOT}z`;
}

/** In percent; near an end with a decimal, so that one of 256 is told from none. */
export function percent(share) {
  return `${format(100 * share, share < 0.01 || share > 0.99 ? 1 : 0)}%`;
}
