// The tensor: a picture a sample, a square a value.

import { add, draw, fill, set } from "../_shared/dom.mjs";
import { FEATURES, LAYOUTS, numberOf, POSITIONS, places, valueAt } from "./arithmetic.mjs";

const LEFT = 22;
const TOP = 31;

// How each layout is drawn: the size of a picture and of a cell, where a place stands, and the
// names of the axes, [name, x, y] each.
const DRAWN = {
  NTD: {
    width: 168,
    height: 130,
    side: 24,
    at: ({ t, d }) => [LEFT + 24 * d, TOP + 24 * t],
    names: [
      ...range(FEATURES).map((d) => [`d${d}`, LEFT + 24 * d + 12, TOP - 6]),
      ...range(POSITIONS).map((t) => [`t${t}`, LEFT - 10, TOP + 24 * t + 16]),
    ],
  },
  NCHW: {
    width: 336,
    height: 95,
    side: 23,
    at(place) {
      const [, c, h, w] = LAYOUTS.NCHW.index(place);
      return [LEFT + 53 * c + 23 * w, TOP + 23 * h];
    },
    names: [
      ...range(FEATURES).map((c) => [`c${c}`, LEFT + 53 * c + 23, TOP - 6]),
      ...range(2).map((h) => [`h${h}`, LEFT - 10, TOP + 23 * h + 16]),
      ...range(2).map((w) => [`w${w}`, LEFT + 23 * w + 11.5, TOP + 60]),
    ],
  },
};

/**
 * Adds the pictures. `point(place)` is told which cell the mouse is over, or null; `choose(place)`
 * which cell is clicked or tapped. The function that is returned takes the state, the numbers of
 * the places to fill, and the place to outline.
 */
export function addSamples(root, { point, choose, signal }) {
  const row = add(root, "div");
  const placeOf = new WeakMap(); // from a cell's element to its place
  const samples = [];
  let drawn = null;

  const under = ({ target }) => placeOf.get(target.closest?.(".nb-cell"));
  const onOver = (event) => {
    const place = event.pointerType === "mouse" && under(event);
    if (place) point(place);
  };
  const onClick = (event) => {
    const place = under(event);
    if (place) choose(place);
  };
  row.addEventListener("pointerover", onOver, { signal });
  row.addEventListener("pointerleave", () => point(null), { signal });
  row.addEventListener("click", onClick, { signal });

  return ({ tensor, batch }, filled, chosen) => {
    if (tensor !== drawn) fill(samples, 0); // all is drawn anew
    drawn = tensor;
    set(row, { class: `nb-samples nb-samples-${tensor}` });
    fill(samples, batch, (n) => addSample(row, { tensor, n, placeOf }));
    for (const [n, sample] of samples.entries()) {
      paintSample(sample, { tensor, filled, chosen: chosen.n === n ? chosen : null });
    }
  };
}

function addSample(row, { tensor, n, placeOf }) {
  const { width, height, side, at, names } = DRAWN[tensor];
  const svg = draw(row, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  draw(svg, "text", { class: "nb-sample-name", x: 0, y: 10 }, `n = ${n}`);
  for (const [name, x, y] of names) draw(svg, "text", { class: "nb-axis-name", x, y }, name);
  const cells = places(n + 1)
    .slice(-POSITIONS * FEATURES)
    .map((place) => {
      const [x, y] = at(place);
      const cell = draw(svg, "g");
      const square = { x: x + 1, y: y + 1, width: side - 2, height: side - 2, rx: 3 };
      draw(cell, "rect", square);
      draw(cell, "text", { x: x + side / 2, y: y + side / 2, dy: "0.35em" }, `${valueAt(place)}`);
      placeOf.set(cell, place);
      return { cell, place };
    });
  const ring = draw(svg, "g", { class: "nb-ring" });
  for (const part of ["nb-ring-gap", "nb-ring-line"]) {
    draw(ring, "rect", { class: part, width: side, height: side, rx: 4 });
  }
  return { group: svg, n, cells, ring };
}

function paintSample({ group: svg, n, cells, ring }, { tensor, filled, chosen }) {
  const values = [];
  for (const { cell, place } of cells) {
    const isFilled = filled.has(numberOf(place));
    set(cell, { class: isFilled ? "nb-cell nb-filled" : "nb-cell" });
    if (isFilled) values.push(valueAt(place));
  }
  set(ring, { display: chosen ? "inline" : "none" });
  if (chosen) set(ring, { transform: `translate(${DRAWN[tensor].at(chosen).join(" ")})` });
  const which = values.length ? `${values.length} of ${cells.length} cells` : "no cell";
  const list = values.length ? `: ${values.join(", ")}` : "";
  set(svg, { "aria-label": `Sample n = ${n}: ${which} filled${list}` });
}

function range(length) {
  return Array.from({ length }, (_, i) => i);
}
