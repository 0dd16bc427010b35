// A page without layout or a clock, which counts the listeners of all that outlives a widget: what
// tests mount into.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";

const PATH = /^(M ?-?[\d.]+[ ,]-?[\d.]+.*)?$/; // a path begins at a place, or is empty
const NONSENSE = /.{0,40}(NaN|undefined|Infinity|\[object).{0,40}/;

export function mount(widget, state, hash = "") {
  const { document, window } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const model = createModel(state);
  const listening = new Set();
  for (const target of [document.defaultView, document]) countListeners(target, listening);
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

/** Has a target put each of its listeners into a set, until it is removed or its signal aborts. */
function countListeners(target, listening) {
  const { addEventListener, removeEventListener } = target;
  target.addEventListener = (type, f, options) => {
    listening.add(f);
    options?.signal?.addEventListener("abort", () => listening.delete(f));
    addEventListener.call(target, type, f, options);
  };
  target.removeEventListener = (type, f, options) => {
    listening.delete(f);
    removeEventListener.call(target, type, f, options);
  };
}

/** Returns the timers that are running, from now until a test's end, which ends them. */
export function countTimers(t) {
  const running = new Set();
  for (const [start, stop] of [
    ["setTimeout", "clearTimeout"],
    ["setInterval", "clearInterval"],
  ]) {
    const { [start]: begin, [stop]: end } = globalThis;
    t.mock.method(globalThis, start, (act, ...rest) => {
      const timer = begin(
        () => {
          if (start === "setTimeout") running.delete(timer);
          act();
        },
        ...rest,
      );
      running.add(timer);
      return timer;
    });
    t.mock.method(globalThis, stop, (timer) => {
      running.delete(timer);
      end(timer);
    });
  }
  t.after(() => {
    for (const timer of running) clearInterval(timer);
  });
  return running;
}

/** Fails where a picture shows what no reader can read, or draws what no browser can. */
export function checkSense(el, source, what) {
  const [nonsense] = el.innerHTML.match(NONSENSE) ?? [];
  assert.equal(nonsense, undefined, `${source} shows “${nonsense}”: ${what}`);
  for (const path of el.querySelectorAll("path[d]")) {
    assert.match(path.getAttribute("d"), PATH, `${source} draws a path that is none: ${what}`);
  }
}

export const settled = () => new Promise((resolve) => queueMicrotask(resolve));

export function fire(element, type, properties = {}) {
  const { Event } = element.ownerDocument.defaultView;
  const event = new Event(type, { bubbles: true, cancelable: true });
  element.dispatchEvent(Object.assign(event, properties));
  return settled();
}

/** Opens what is folded away. */
export async function unfold(el) {
  for (const box of el.querySelectorAll(".nb-more")) {
    box.toggleAttribute("open", true);
    await fire(box, "toggle");
  }
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

/** A browser's storage. */
export class Storage {
  #items = new Map();

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}

const check = (sentence, status, points, worth, message = "") => {
  const name = `test_${sentence.replaceAll(" ", "_")}`;
  return { name, sentence, status, points, worth, message };
};

/** Reports of the grader, as the page gets them. */
export const failing = {
  slug: "layer_norm",
  title: "LayerNorm, by hand",
  points: 2,
  worth: 10,
  status: "fail",
  message: "",
  overall: "",
  helping: [],
  checks: [
    check("each row is centred", "pass", 2, 2),
    check("eps stands inside the root", "not run", 0, 8, "Is it?\nreceived 1\nexpected 2"),
  ],
  findings: [
    {
      bug: "eps_outside_the_root",
      heading: "What this looks like",
      explanation: "You add ε to the deviation.",
      evidence: [
        ["call", "layer_norm([[1., 2.]], 2, eps=0.1)"],
        ["received", "1"],
        ["expected", "2"],
      ],
      checks: ["test_eps_stands_inside_the_root"],
      failing: "It shows in 1 failing check.",
    },
  ],
};
export const passing = {
  ...failing,
  points: 10,
  status: "pass",
  checks: [check("each row is centred", "pass", 10, 10)],
  findings: [],
};
