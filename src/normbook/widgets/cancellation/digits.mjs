// The digits of the two terms that one pass subtracts, and of what is left: those that float32 has
// lost are struck through.

import { add, say } from "../_shared/dom.mjs";
import { digitsOfTerms } from "./arithmetic.mjs";

const ROWS = [
  ["squares", "mean of x²"],
  ["square", "μ²"],
  ["difference", "difference"],
  ["found", "in float32"],
];

/** Adds the digits; the function takes the numbers as they are stored. */
export function addDigits(parent) {
  const box = add(parent, "div", { class: "nb-digits" });
  const title = add(box, "p", { class: "nb-plot-title" }, "What one pass subtracts");
  const legend = add(title, "span", { class: "nb-digits-legend" });
  add(legend, "s", { class: "nb-lost" }, "123");
  legend.append(": lost in float32");
  const table = add(box, "table");
  const caption = "What one pass subtracts, and which digits of it float32 has lost";
  add(table, "caption", { class: "nb-spoken" }, caption);
  const body = add(table, "tbody");
  const cells = ROWS.map(([key, name]) => [key, addRow(body, name)]);

  return (x) => {
    const digits = digitsOfTerms(x);
    for (const [key, cell] of cells) paintDigits(cell, digits[key]);
  };
}

function addRow(body, name) {
  const row = add(body, "tr");
  add(row, "th", { scope: "row" }, name);
  const cell = add(row, "td");
  return {
    kept: add(cell, "span"),
    lost: add(cell, "s", { class: "nb-lost" }),
    spoken: add(cell, "span", { class: "nb-spoken" }),
  };
}

function paintDigits({ kept, lost, spoken }, digits) {
  say(kept, digits.kept);
  say(lost, digits.lost);
  const count = digits.lost.replaceAll(/\D/g, "").length;
  say(spoken, count ? `: ${count} digits are lost` : "");
}
