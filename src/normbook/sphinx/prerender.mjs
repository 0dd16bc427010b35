// Renders mathematics, explorables and playgrounds to HTML, and cards to PNG, while the book is built:
// one request a line.
//   {"kind": "math", "tex": "\\sigma", "display": false}            -> {"html": "…"}
//   {"kind": "explorable", "module": "/…/pipeline.mjs", "state": {}} -> {"html": "…"}
//   the same with "record": "/…/drift.json", where it shows recorded measurements, or with
//   "whole": true, for paper, with what is folded away
//   {"kind": "playground", "content": {…}}                           -> {"html": "…"}
//   {"kind": "card", "place": "<figure>…</figure>", "title": "…", …}            -> {"html": "PNG in base64"}
// A request that cannot be rendered is answered by {"error": "why"}.

import { Console } from "node:console";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import katex from "katex";
import { parseHTML } from "linkedom";
import { createModel } from "./assets/model.mjs";
import { drawStart } from "./assets/playground/panel.mjs";

globalThis.console = new Console(process.stderr); // what a module logs is no answer

const kinds = {
  math: ({ tex, display }) =>
    katex.renderToString(tex, { displayMode: display, throwOnError: true, strict: "error" }),

  async explorable({ module, state, record, whole }) {
    const recorded = record ? { record: JSON.parse(await readFile(record, "utf8")) } : {};
    const { default: widget } = await import(pathToFileURL(module));
    const el = emptyElement();
    const unmount = await widget.render({ model: createModel({ ...state, ...recorded }), el });
    if (whole) unfold(el);
    const html = el.innerHTML;
    unmount?.();
    return html;
  },

  playground({ content }) {
    const el = emptyElement();
    drawStart(el, content);
    return el.innerHTML;
  },

  async card(request) {
    const { drawCard } = await import("./card.mjs");
    return Buffer.from(await drawCard(request)).toString("base64");
  },
};

function unfold(el) {
  for (const box of el.querySelectorAll(".nb-more")) {
    box.toggleAttribute("open", true);
    box.dispatchEvent(new el.ownerDocument.defaultView.Event("toggle"));
  }
}

function emptyElement() {
  return parseHTML("<!doctype html><html><body><div></div></body></html>").document.querySelector(
    "div",
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = { html: await kinds[request.kind](request) };
  } catch (error) {
    answer = { error: error?.message ?? String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
