// Which boxes the Tab key reaches, in a page whose boxes are as large as the test says.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { reachScrolled } from "../../src/normbook/sphinx/assets/scrolled.mjs";

const PAGE = `
  <main>
    <pre id="long"></pre>
    <pre id="short"></pre>
    <div class="cell_output"><div class="output" id="tall"></div></div>
    <div class="nb-math" id="formula"></div>
    <p id="text"></p>
  </main>`;

/** A page in which `layOut` tells of what is observed, and `change` of what was added. */
function open() {
  const { document } = parseHTML(`<!doctype html><html><body>${PAGE}</body></html>`);
  const observed = new Set();
  let layOut = null;
  let change = null;
  const resize = (box, content) => {
    const sizes = { clientWidth: 100, clientHeight: 50, scrollWidth: 100, scrollHeight: 50 };
    for (const [name, value] of Object.entries({ ...sizes, ...content })) {
      Object.defineProperty(box, name, { value, configurable: true });
    }
    return box;
  };
  const byId = (id) => document.getElementById(id);
  resize(byId("long"), { scrollWidth: 300 });
  resize(byId("short"), {});
  resize(byId("tall"), { scrollHeight: 900 });
  resize(byId("formula"), { scrollHeight: 53 });
  reachScrolled(document.querySelector("main"), {
    getComputedStyle: ({ className }) => ({
      overflowY: className === "nb-math" ? "hidden" : "auto",
    }),
    ResizeObserver: class {
      constructor(callback) {
        layOut = () => {
          const entries = [...observed].map((target) => ({ target }));
          observed.clear();
          callback(entries);
        };
      }
      observe(box) {
        observed.add(box);
      }
      unobserve(box) {
        observed.delete(box);
      }
    },
    MutationObserver: class {
      constructor(callback) {
        change = (target, ...addedNodes) => callback([{ target, addedNodes }]);
      }
      observe() {}
    },
  });
  const reached = () => [...document.querySelectorAll("[tabindex='0']")].map(({ id }) => id);
  return { document, byId, resize, observed, layOut: () => layOut(), change, reached };
}

test("a box that scrolls is reached, sideways or down, once it is laid out", () => {
  const { layOut, reached, observed } = open();
  assert.deepEqual(reached(), []);
  assert.equal(observed.size, 4, "text is no box");
  layOut();
  assert.deepEqual(reached(), ["long", "tall"]);
});

test("a formula whose letters stand out of its box is not, until it is too wide", () => {
  const { byId, resize, layOut, change, reached } = open();
  layOut();
  change(resize(byId("formula"), { scrollWidth: 300 }));
  layOut();
  assert.deepEqual(reached(), ["long", "tall", "formula"]);
});

test("it is left out again when all of it is seen", () => {
  const { byId, resize, layOut, change, reached } = open();
  layOut();
  change(resize(byId("long"), {}));
  layOut();
  assert.deepEqual(reached(), ["tall"]);
  assert.equal(byId("long").hasAttribute("tabindex"), false);
});

test("a box that is added later, or within what is added, is measured, too", () => {
  const { document, byId, resize, layOut, change, reached } = open();
  layOut();
  const report = document.createElement("div");
  report.innerHTML = "<pre id='verdict'></pre>";
  byId("text").append(report);
  resize(byId("verdict"), { scrollWidth: 400 });
  change(byId("text"), report, document.createTextNode("words"));
  layOut();
  assert.deepEqual(reached(), ["long", "tall", "verdict"]);
});

test("nothing is measured of what changes elsewhere", () => {
  const { document, byId, layOut, change, observed } = open();
  layOut();
  change(byId("text"), document.createElement("span"));
  assert.equal(observed.size, 0);
});
