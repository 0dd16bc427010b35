// A small table of words: one row a thing, its name first.

import { add, fill, say, set } from "./dom.mjs";

/** Adds a table; `update` takes rows of { cells, tone, state }, the first cell being the name. */
export function table(parent, { caption, head }) {
  const frame = add(parent, "div", { class: "nb-table" });
  const box = add(frame, "table");
  add(box, "caption", { class: "nb-spoken" }, caption);
  const top = add(add(box, "thead"), "tr");
  for (const name of head) add(top, "th", { scope: "col" }, name);
  const body = add(box, "tbody");
  const rows = [];

  return {
    update(wanted) {
      fill(rows, wanted.length, () => {
        const row = add(body, "tr");
        for (const [i] of head.entries()) add(row, i ? "td" : "th", i ? {} : { scope: "row" });
        return row;
      });
      for (const [i, { cells, tone, state = "" }] of wanted.entries()) {
        set(rows[i], { class: `nb-row ${tone ? `nb-tone-${tone}` : ""} ${state}`.trim() });
        for (const [k, cell] of [...rows[i].children].entries()) say(cell, cells[k] ?? "");
      }
    },
  };
}
