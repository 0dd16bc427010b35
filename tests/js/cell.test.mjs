// A cell that runs in the page, without layout: the editor and Python are stand-ins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { locate, open } from "../../src/normbook/sphinx/assets/code/cell.mjs";
import { fire, Storage } from "./page.mjs";

const LEAD = "import numpy as np";
const later = () => new Promise((resolve) => setTimeout(resolve));

const cell = (source, { lead = "", output = "" } = {}) =>
  `<div class="cell"><div class="cell_input"><div class="highlight-ipython3"><pre>${source}\n</pre>
  </div></div><div class="nb-run" data-python="http://localhost/_static/python/"${lead}><button
  type="button" aria-label="run here: ${source.split("\n")[0]}">run here</button></div>${output}</div>`;

/** A chapter of two cells that run here; `run` stands for Python's. */
function chapter(run, { storage = new Storage() } = {}) {
  const { document, window } = parseHTML(
    `<!doctype html><html><body>${cell("x = 1\nx", {
      lead: ` data-lead="${LEAD}"`,
      output: '<div class="cell_output"><pre>1</pre></div>',
    })}${cell("print(x + 1)")}</body></html>`,
  );
  Object.assign(window, { Storage });
  Object.defineProperty(document, "baseURI", { value: "http://localhost/book/" });
  Object.defineProperty(window, "localStorage", { value: storage, configurable: true });
  window.HTMLElement.prototype.focus = function focus() {
    document.focused = this;
  };
  const made = [];
  const makeEditor = (place, { source, onChange, onCheck }) => {
    const dom = document.createElement("section");
    place.replaceWith(dom);
    const editor = {
      text: source,
      check: onCheck,
      type(text) {
        editor.text = text;
        onChange();
      },
      source: () => `${editor.text.trimEnd()}\n`,
      close: () => dom.replaceWith(place),
    };
    made.push(editor);
    return editor;
  };
  const places = [...document.querySelectorAll(".nb-run")];
  const closed = [];
  const begin = async (number) => {
    open(places[number], {
      makeEditor,
      load: async () => ({ run }),
      onClose: () => closed.push(number),
    });
    await later();
    return made.at(-1);
  };
  const press = async (number, words) => {
    const buttons = [...places[number].querySelectorAll("button")];
    await fire(
      buttons.find(({ textContent }) => textContent === words),
      "click",
    );
    await later();
  };
  const cells = [...document.querySelectorAll(".cell")];
  const message = (number) => places[number].querySelector(".nb-message").textContent;
  const fresh = (number) => cells[number].querySelector(".nb-fresh");
  const book = cells[0].querySelector(".cell_output");
  const isReplaced = () => "replaced" in book.dataset;
  return { document, cells, places, begin, press, message, fresh, isReplaced, closed };
}

const done = (result = {}) => {
  return { status: "done", message: "", value: "", error: "", figures: [], ...result };
};

test("a cell is run at once, after all that runs in the page above it", async () => {
  const asked = [];
  const page = chapter(async (source, { before, requires }) => {
    asked.push({ source, before, requires });
    return done({ value: "1" });
  });
  await page.begin(1);
  assert.deepEqual(asked, [
    { source: "print(x + 1)\n", before: `${LEAD}\nx = 1\nx`, requires: ["numpy"] },
  ]);
});

test("an edit above counts, run or not, until it is restored", async () => {
  const seen = [];
  const page = chapter(async (_, { before }) => {
    seen.push(before);
    return done();
  });
  const first = await page.begin(0);
  first.type("x = 5");
  await page.begin(1);
  await page.press(0, "restore");
  await page.press(1, "run again");
  assert.deepEqual(seen, [LEAD, `${LEAD}\nx = 5`, `${LEAD}\nx = 1\nx`]);
});

test("the fresh output stands in the place of the book's, as text and marked", async () => {
  const page = chapter(async (_, { onOutput }) => {
    onOutput("<b>2</b>\n");
    return done({ value: "<i>1</i>" });
  });
  await page.begin(0);
  assert.ok(page.isReplaced());
  assert.equal(page.fresh(0).querySelector("b, i"), null);
  assert.equal(page.fresh(0).textContent, "<b>2</b>\n<i>1</i>");
  assert.equal(page.message(0), "run in your browser");
  assert.match(page.cells[0].querySelector(".nb-spoken").textContent, /<i>1<\/i>/);
});

test("until something comes, the book's output stays", async () => {
  let finish;
  const page = chapter(() => new Promise((resolve) => (finish = resolve)));
  await page.begin(0);
  assert.equal(page.fresh(0), null);
  assert.equal(page.places[0].querySelector("button").getAttribute("aria-disabled"), "true");
  finish({ status: "unavailable", message: "Python could not be loaded." });
  await later();
  assert.ok(!page.isReplaced());
  assert.equal(page.message(0), "Python could not be loaded.");
  assert.equal(page.places[0].querySelector("button").getAttribute("aria-disabled"), "false");
});

test("restore brings back the cell and its output, whatever still runs", async () => {
  const page = chapter(
    (_, { signal, onOutput }) =>
      new Promise((resolve) => {
        onOutput("begun");
        signal.addEventListener("abort", () => {
          onOutput("late");
          resolve({ status: "stopped" });
        });
      }),
  );
  const before = page.cells[0].outerHTML;
  await page.begin(0);
  assert.equal(page.fresh(0).textContent, "begun");
  await page.press(0, "restore");
  assert.equal(page.cells[0].outerHTML, before);
  assert.deepEqual(page.closed, [0]);
  assert.equal(page.document.focused.textContent, "run here");
});

test("stop ends what runs, and what it printed remains", async () => {
  const page = chapter(
    (_, { signal, onOutput }) =>
      new Promise((resolve) => {
        onOutput("begun");
        signal.addEventListener("abort", () => resolve({ status: "stopped" }));
      }),
  );
  await page.begin(0);
  await page.press(0, "stop");
  assert.equal(page.message(0), "Stopped.");
  assert.equal(page.fresh(0).textContent, "begun");
});

test("an edit says that the output is of another source", async () => {
  const page = chapter(async () => done({ value: "1" }));
  const editor = await page.begin(0);
  editor.type("x = 2");
  assert.equal(page.message(0), "edited since it ran");
  editor.check();
  await later();
  assert.equal(page.message(0), "run in your browser");
});

test("an edit while it runs leaves its words, and is said when it has ended", async () => {
  let finish;
  const page = chapter(() => new Promise((resolve) => (finish = resolve)));
  const editor = await page.begin(0);
  editor.type("x = 2");
  assert.equal(page.message(0), "Running …");
  finish(done({ value: "1" }));
  await later();
  assert.equal(page.fresh(0).textContent, "1");
  assert.equal(page.message(0), "edited since it ran");
});

test("a run that shows nothing says so, and where nothing is kept it runs too", async () => {
  const page = chapter(async () => done(), { storage: null });
  await page.begin(0);
  assert.equal(page.message(0), "It ran, and showed nothing.");
  assert.ok(page.isReplaced());
});

test("an error above names its cell", () => {
  const pieces = [
    { text: "import numpy as np\nimport math" },
    { text: "x = 1\ny = 2", name: "x = 1" },
    { text: "def f():\n    1 / 0", name: "def f():" },
  ];
  assert.equal(locate("above, line 4\n    y", pieces), "above, in the cell “x = 1”, line 2\n    y");
  assert.equal(
    locate("line 1\n    f()\nabove, line 6, in f\n    1 / 0", pieces),
    "line 1\n    f()\nabove, in the cell “def f():”, line 2, in f\n    1 / 0",
  );
  assert.equal(locate("above, line 2\n", pieces), "above, line 2\n");
});
