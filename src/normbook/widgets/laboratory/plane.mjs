// What a network says: over the plane that its data lie in, or which digits it gets wrong.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { raster } from "./raster.mjs";
import { isInPlane } from "./state.mjs";

const DOT = 0.024;
const MOST_POINTS = 256;
const SIDE = 8; // pixels of a digit
const ACROSS = 6; // digits in a row
const CELL = SIDE + 2;

/** Adds the picture of one network; `update` takes its run, its examples and the colours. */
export function addPlane(parent, { name, tone, window }) {
  const box = add(parent, "figure", { class: `nb-lab-plane nb-tone-${tone}` });
  const caption = add(box, "figcaption", { class: "nb-plot-title" });
  const frame = add(box, "div", { class: "nb-lab-square", role: "img" });
  const { canvas, draw: paint, clear } = raster(frame, { window, "aria-hidden": "true" });
  const svg = draw(frame, "svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" });
  const classes = ["nb-lab-zero", "nb-lab-one"].map((name) => draw(svg, "path", { class: name }));
  let drawn = null; // of what the points are
  let shown = null; // what the pixels are, and in which colours

  function paintPoints({ inputs, labels }) {
    if (drawn === inputs) return;
    drawn = inputs;
    const shapes = ["", ""];
    for (const [i, label] of labels.slice(0, MOST_POINTS).entries()) {
      shapes[label] += (label ? square : circle)(inputs[2 * i], -inputs[2 * i + 1]);
    }
    for (const [i, path] of classes.entries()) set(path, { d: shapes[i] });
  }

  function paintPixels(what, table, make) {
    if (shown?.what === what && shown.table === table) return;
    shown = { what, table };
    if (what) paint(...make(), table);
    else clear();
  }

  function inPlane({ frame: last }, { training }, { classes: table }) {
    const plane = last?.plane;
    paintPoints(training);
    paintPixels(plane ?? null, table, () => [plane.size, plane.size, plane.probabilities]);
    say(caption, `What ${name} says`);
    const right = plane && `${percent(last.accuracy)} of the held-out points are right.`;
    set(frame, { "aria-label": `${labelOf(training)} ${right || `${name} is not trained yet.`}` });
  }

  function ofDigits({ frame: last }, { held_out: { inputs, labels } }, { ink }) {
    const wrong = last?.wrong;
    const all = wrong ? [...wrong] : [...labels.keys()];
    paintPixels(wrong ?? inputs, ink, () => tiles(inputs, all));
    const words = wrong
      ? `${name} gets ${wrong.length} of ${labels.length} digits wrong`
      : "Some of the digits to read";
    say(caption, words);
    set(frame, { "aria-label": `${words}${wrong ? `: ${labelsOf(all, labels)}` : "."}` });
  }

  return (run, examples, colours) => {
    const isPlane = isInPlane(run.spec.data);
    svg.style.display = isPlane ? "inline" : "none";
    canvas.classList.toggle("nb-lab-sharp", !isPlane);
    (isPlane ? inPlane : ofDigits)(run, examples, colours);
  };
}

function labelOf({ labels }) {
  return `${labels.length} points of two classes in the plane.`;
}

function labelsOf(which, labels) {
  const some = which.slice(0, 20).map((i) => labels[i]);
  return `among them ${some.join(", ") || "none"}.`;
}

/** As many digits as there is room for, as bytes: its pixels are from 0 to 16. */
function tiles(inputs, which) {
  const width = ACROSS * CELL;
  const bytes = new Uint8Array(width * width);
  for (const [k, i] of which.slice(0, ACROSS ** 2).entries()) {
    const corner = CELL * (Math.floor(k / ACROSS) * width + (k % ACROSS)) + width + 1;
    for (let p = 0; p < SIDE ** 2; p += 1) {
      const at = corner + Math.floor(p / SIDE) * width + (p % SIDE);
      bytes[at] = Math.min(255, 16 * inputs[SIDE ** 2 * i + p]);
    }
  }
  return [width, width, bytes];
}

function circle(x, y) {
  return `M${short(x - DOT)} ${short(y)}a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0z`;
}

function square(x, y) {
  return `M${short(x - DOT)} ${short(y - DOT)}h${2 * DOT}v${2 * DOT}h${-2 * DOT}z`;
}

function short(position) {
  return Math.round(position * 1000) / 1000;
}

export function percent(share) {
  return `${format(100 * share, 0)}%`;
}
