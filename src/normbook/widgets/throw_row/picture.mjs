// The two lines: above that of x, along which the row is thrown, below that of x̂. A unit is a pixel at
// every width of the page; what is measured from the middle stands in a part that begins there.

import { draw, fill, say, set, tenths } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { ROW } from "./arithmetic.mjs";

export const UNIT = 14; // pixels of 1 on the line of x
export const DIGITS = 1; // decimals of x and of its mean, so that readers can check the mean
const SPREAD = 3; // the standard deviation of the row: what is 1 on the line of x̂
const [ABOVE, BELOW] = [88, 216];
const HEIGHT = 252;
const REACH = 33; // how far ticks go from the middle, in units of x: a wide page's half
const APART = 5; // the distance between two ticks, in units of x
const CHARACTER = 7.6; // about the width of a character of a tick's label, in pixels
const BEAD = 12; // the radius of a bead, in pixels
const LIFT = 2 * BEAD + 1; // how much higher a bead stands that stands on another, in pixels
const levels = ROW.map((value, i) => ROW.slice(0, i).filter((other) => other === value).length);

/** Adds the picture. Returns the grip, and `update` of the row, its x̂ and the middle of the view. */
export function addPicture(root) {
  const svg = draw(root, "svg", { class: "nb-throw-picture", height: HEIGHT, role: "group" });
  const middle = draw(svg, "svg", { x: "50%", overflow: "visible" });
  addLine(middle, ABOVE);
  addLine(middle, BELOW);
  const tethers = draw(middle, "path", { class: "nb-throw-tethers" });
  const ticks = [];
  const marks = draw(middle, "g", { "aria-hidden": "true" });
  addFixedTicks(marks);
  const mean = draw(marks, "g", { class: "nb-throw-mean" });
  draw(mean, "path", { d: `M0 ${ABOVE + 2}l5 9h-10z` });
  const meanName = draw(mean, "text", { y: ABOVE + 40 });
  const below = addBeads(middle, "nb-tone-x-hat");
  const grip = draw(middle, "g", { class: "nb-throw-grip", role: "slider", tabindex: 0 });
  const row = draw(grip, "g", { class: "nb-throw-row", "data-drag": "x" });
  draw(row, "rect", { class: "nb-throw-rod", rx: 20, height: 68, y: ABOVE - 66 });
  const above = addBeads(row, "nb-tone-x");
  addName(svg, "x", 14, "x: grab it, throw it");
  addName(svg, "x-hat", BELOW - 50, "x̂ = LayerNorm(x)");

  function update({ x, mean: centre, xHat }, view) {
    const across = x.map((value) => (value - view) * UNIT);
    const hats = xHat.map((value) => value * SPREAD * UNIT);
    place(above, across, ABOVE);
    place(below, hats, BELOW);
    const [left, right] = [Math.min(...across), Math.max(...across)];
    set(row.firstChild, { x: tenths(left - 22), width: tenths(right - left + 44) });
    const to = (i) =>
      `M${tenths(across[i])} ${ABOVE}L${tenths(hats[i])} ${heightOf(i, BELOW) - BEAD}`;
    set(tethers, { d: x.map((_, i) => to(i)).join("") });
    set(mean, { transform: `translate(${tenths((centre - view) * UNIT)} 0)` });
    say(meanName, `μ = ${format(centre, DIGITS)}`);
    paintTicks(view);
  }

  function paintTicks(view) {
    const first = Math.ceil((view - REACH) / APART);
    const count = Math.floor((view + REACH) / APART) - first + 1;
    fill(ticks, count, () => addTick(marks, ABOVE));
    for (const [i, tick] of ticks.entries()) {
      const value = (first + i) * APART;
      const across = (value - view) * UNIT;
      const label = format(value);
      const reach = Math.abs(across) + (label.length * CHARACTER) / 2;
      set(tick, { transform: `translate(${tenths(across)} 0)` });
      set(tick.lastChild, { style: `--nb-reach: ${tenths(reach)}px` });
      say(tick.lastChild, label);
    }
  }

  return { svg, grip, update };
}

function addLine(parent, y) {
  draw(parent, "line", { class: "nb-throw-line", x1: -2000, x2: 2000, y1: y, y2: y });
}

function addTick(parent, y) {
  const tick = draw(parent, "g", { class: "nb-throw-tick" });
  draw(tick, "path", { d: `M0 ${y}v6` });
  draw(tick, "text", { y: y + 20 });
  return tick;
}

function addFixedTicks(parent) {
  for (const value of [-3, -2, -1, 0, 1, 2, 3]) {
    const tick = addTick(parent, BELOW);
    set(tick, { transform: `translate(${value * SPREAD * UNIT} 0)` });
    say(tick.lastChild, format(value));
  }
}

/** A bead a feature, with the feature's number, which ties the two lines. */
function addBeads(parent, tone) {
  return ROW.map((_, i) => {
    const bead = draw(parent, "g", { class: `nb-throw-bead ${tone}`, "aria-hidden": "true" });
    draw(bead, "circle", { r: BEAD });
    draw(bead, "text", { dy: "0.35em" }, String(i + 1));
    return bead;
  });
}

function addName(svg, tone, y, text) {
  draw(svg, "text", { class: `nb-throw-name nb-tone-${tone}`, x: 8, y }, text);
}

function place(beads, across, line) {
  for (const [i, bead] of beads.entries()) {
    set(bead, { transform: `translate(${tenths(across[i])} ${heightOf(i, line)})` });
  }
}

/** The height of each bead: those of equal features stand on each other. */
const heightOf = (i, line) => line - BEAD - 1 - levels[i] * LIFT;
