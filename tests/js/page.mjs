// A page without layout or a clock, and a model that counts its listeners: what tests mount into.

import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/site.mjs";

export function mount(widget, state, hash = "") {
  const { document, window } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const model = createModel(state);
  const listening = new Set();
  const counted = {
    ...model,
    on: (name, f) => listening.add(name) && model.on(name, f),
    off: (name, f) => listening.delete(name) && model.off(name, f),
  };
  Object.defineProperty(document.defaultView, "location", { value: { hash }, configurable: true });
  const el = document.querySelector("div");
  const unmount = widget.render({ model: counted, el });
  return { document, window, model, listening, el, unmount };
}

export const settled = () => new Promise((resolve) => queueMicrotask(resolve));

export function fire(element, type, properties = {}) {
  const { Event } = element.ownerDocument.defaultView;
  const event = new Event(type, { bubbles: true, cancelable: true });
  element.dispatchEvent(Object.assign(event, properties));
  return settled();
}

export function press(el, label) {
  return fire(
    [...el.querySelectorAll("button")].find(({ textContent }) => textContent === label),
    "click",
  );
}

export function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url)));
}
