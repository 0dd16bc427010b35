// A row that is grabbed and thrown: x goes as far as it is thrown, and x̂ stays where it is.

import { add, say, set } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { format } from "../_shared/numbers.mjs";
import { tidy } from "../_shared/ranges.mjs";
import { number } from "../_shared/traits.mjs";
import { moved } from "./arithmetic.mjs";
import { addPicture, DIGITS, UNIT } from "./picture.mjs";
import { throwing } from "./throwing.mjs";

const FARTHEST = 1e6;
const REST = moved(0).mean; // the value in the middle of the picture before the row is moved
const FREE = 5; // how far from the middle the row goes before the view follows, in units of x: a phone shows all of it

export default explorable({
  slug: "throw_row",
  title: "Throw a row",
  traits: { offset: number({ low: -FARTHEST, high: FARTHEST, start: 0 }) },
  limits: "Here the row goes a million far, and no farther.",
  build,
});

function build(root, { change, window, signal }) {
  const { svg, grip, update } = addPicture(root);
  const values = add(root, "p", { class: "nb-throw-values" });
  const [x, xHat] = ["x", "x-hat"].map((tone) => add(values, "span", { class: `nb-tone-${tone}` }));
  const note = add(root, "p", { class: "nb-note" });
  let view = REST;
  let thrown; // the offset to which the hand has last moved the row
  const go = (by) =>
    change(({ offset }) => {
      thrown = tidy(Math.min(Math.max(offset + by, -FARTHEST), FARTHEST));
      return { offset: thrown };
    });
  const catchIt = throwing(grip, { move: (pixels) => go(pixels / UNIT), step: go, window, signal });

  return ({ offset }) => {
    const row = moved(offset);
    if (offset !== thrown) {
      catchIt(); // Reset, a link or Python has moved the row
      view = REST;
    }
    view = Math.min(Math.max(view, row.mean - FREE), row.mean + FREE);
    update(row, view);
    const words = [`x = ${vector(row.x, DIGITS)}`, `x̂ = ${vector(row.xHat, 2)}`];
    say(x, words[0]);
    say(xHat, words[1]);
    say(note, lesson(offset));
    set(svg, { "aria-label": `A row and its x̂: ${words.join("; ")}` });
    set(grip, {
      "aria-label": "The row x, moved by",
      "aria-orientation": "horizontal",
      "aria-valuemin": -FARTHEST,
      "aria-valuemax": FARTHEST,
      "aria-valuenow": offset,
      "aria-valuetext": `${format(offset, 1)}; ${words.join("; ")}`,
    });
    return words.join("; ");
  };
}

function lesson(offset) {
  if (offset === 0) return "The row has mean 6 and standard deviation 3. How far can you throw it?";
  const by = format(Math.abs(offset), 1);
  return `You ${offset > 0 ? "added" : "took away"} ${by}, four times. The mean went along, and LayerNorm subtracts it: x̂ has not moved.`;
}

function vector(values, digits) {
  return `(${values.map((value) => format(value, digits)).join(", ")})`;
}
