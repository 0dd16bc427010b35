// The bench on which a reader's norm trains, without layout: Python is a stand-in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { open } from "../../src/normbook/sphinx/assets/own/own_norm.mjs";
import { fire, press, Storage } from "./page.mjs";

const DATA = {
  steps: 20,
  exercises: [
    { slug: "layer_norm", title: "LayerNorm in NumPy", address: "layer_norm.html#a" },
    { slug: "layer_norm_backward", title: "LayerNorm, backward", address: "#b" },
  ],
  mistakes: [
    { slug: "layer_norm_backward", bug: "flipped", name: "flipped", why: "Your dx points down." },
    { slug: "layer_norm", bug: "kept", name: "kept", why: "You keep the mean." },
  ],
};
const SOURCE = 'def layer_norm(x):\n    return "\\n"  # ü\n';

const later = () => new Promise((resolve) => setTimeout(resolve));
const done = (result = {}) => ({ status: "done", message: "", error: "", ...result });
const line = (name, losses, { seconds = 0.01, ended = "" } = {}) =>
  `${JSON.stringify({ name, losses, seconds, ended })}\n`;

/** A page with the bench open; `run` stands for Python's, `kept` has sources by exercise. */
async function bench(run, kept = {}) {
  const { document, window } = parseHTML(
    `<!doctype html><html><body><div class="nb-own" data-python="http://localhost/_static/python/">
    <script type="application/json">${JSON.stringify(DATA)}</script>
    <button type="button">Train with your own</button></div></body></html>`,
  );
  const storage = new Storage();
  for (const [slug, source] of Object.entries(kept)) {
    const work = { source, points: null, worth: 8, hints: 0, time: 1 };
    storage.setItem(`normbook:${slug}`, JSON.stringify(work));
  }
  Object.assign(window, { Storage });
  Object.defineProperty(document, "baseURI", { value: "http://localhost/book/" });
  Object.defineProperty(window, "localStorage", { value: storage, configurable: true });
  window.HTMLElement.prototype.focus = function focus() {
    document.focused = this;
  };
  const place = document.querySelector(".nb-own");
  open(place, { load: async () => ({ run }) });
  await later();
  const text = (selector) => place.querySelector(selector).textContent;
  const act = async (label) => {
    await press(place, label);
    await later();
  };
  return { document, place, text, act };
}

test("where nothing is kept it trains a mistake, and says which exercises to solve", async () => {
  const ran = [];
  const { place, text, act } = await bench((source) => ran.push(source) && done());
  assert.equal(
    text(".nb-own-what"),
    "The grader would say: Your dx points down. To train yours, solve LayerNorm in NumPy or LayerNorm, " +
      "backward first: this browser keeps nothing of yours yet.",
  );
  assert.match(ran[0], /own_norm\.mistake\("layer_norm_backward", "flipped"\)/);
  const select = place.querySelector("select");
  for (const option of select.querySelectorAll("option")) option.selected = option.value === "own";
  await fire(select, "change");
  assert.match(text(".nb-own-what"), /^To train yours, solve LayerNorm in NumPy or/);
  await act("Train");
  assert.match(text(".nb-spoken"), /solve LayerNorm in NumPy/);
  assert.equal(ran.length, 1, "there is nothing to run");
});

test("another mistake is trained when it is chosen", async () => {
  const ran = [];
  const { place, act } = await bench(async (source) => ran.push(source) && done());
  const options = place.querySelectorAll("option");
  for (const option of options) option.selected = option.value === "layer_norm/kept";
  await act("Train");
  assert.equal(
    ran.at(-1),
    'from normbook.capstones import own_norm\nown_norm.show(own_norm.mistake("layer_norm", "kept"))\n',
  );
});

test("of another norm that is chosen no curve is there before it is trained", async () => {
  const { place } = await bench(async (_, { onOutput }) => {
    onOutput(line("book", [2, 1]) + line("own", [2, 3]));
    return done();
  });
  const said = () =>
    [...place.querySelectorAll("li")].filter(({ hidden }) => !hidden).map((li) => li.textContent);
  assert.equal(place.querySelectorAll(".nb-curve").length, 2);
  const select = place.querySelector("select");
  const options = select.querySelectorAll("option");
  for (const option of options) option.selected = option.value === "layer_norm/kept";
  await fire(select, "change");
  assert.equal(place.querySelectorAll(".nb-curve").length, 1);
  assert.match(said().join(), /^The book’s: [^:]*$/);
  assert.doesNotMatch(place.querySelector("svg").getAttribute("aria-label"), /What if/);
});

test("a curve ends where the words say: at the mean of the last twenty losses", async () => {
  const turns = [9, 5, 4, 3, 2].map((loss) => line("book", Array(5).fill(loss)));
  const { place, text } = await bench(async (_, { onOutput }) => {
    onOutput(turns.join("") + line("own", Array(5).fill(3.5)));
    return done();
  });
  assert.match(text("li"), /loss 3\.5 after 25 steps/);
  const [book, own] = [...place.querySelectorAll(".nb-curve")].map((path) =>
    path.getAttribute("d").split(" ").at(-1),
  );
  assert.equal(book, own, "it ends as high as one that is at 3.5");
});

test("what the reader has is trained at once, and the book stands in for the rest", async () => {
  const asked = [];
  const { text } = await bench(async (source) => asked.push(source) && done(), {
    layer_norm: SOURCE,
  });
  assert.deepEqual(asked, [
    "from normbook.capstones import own_norm\n" +
      `own_norm.show({"layer_norm":${JSON.stringify(SOURCE)}})\n`,
  ]);
  assert.match(text(".nb-own-what"), /Your layer_norm\. The rest is the book’s, until/);
});

test("both curves grow as the lines come, and are said in words", async () => {
  const pieces = [
    line("book", [2, 1]) + line("own", [2, 3]).slice(0, 9),
    `${line("own", [2, 3]).slice(9)}a word of the reader's\n{"name": "toString"}\n`,
    line("own", [], { ended: "layer_norm gives an array with NaN in it" }),
  ];
  const { place, text } = await bench(
    async (_, { onOutput }) => {
      for (const piece of pieces) onOutput(piece);
      return done();
    },
    { layer_norm: SOURCE },
  );
  assert.equal(place.querySelectorAll(".nb-curve").length, 2);
  const [book, own] = [...place.querySelectorAll("li")].map(({ textContent }) => textContent);
  assert.equal(book, "The book’s: loss 1.5 after 2 steps, 200 steps a second.");
  assert.match(
    own,
    /^Yours: loss 2.5 after 2 steps.* It ended there: layer_norm gives an array wi/,
  );
  assert.match(text(".nb-spoken"), /The book’s: loss 1.5 .*Yours: loss 2.5/);
  assert.match(place.querySelector("svg").getAttribute("aria-label"), /Yours: loss 2.5/);
});

test("stop ends a run, and what was drawn stays", async () => {
  const { document, place, text, act } = await bench(
    (_, { signal, onOutput }) =>
      new Promise((resolve) => {
        onOutput(line("book", [2, 1]) + line("own", [3, 1]));
        signal.addEventListener("abort", () => resolve({ status: "stopped" }));
      }),
    { layer_norm: SOURCE },
  );
  const button = (label) =>
    [...place.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  assert.equal(button("Train").getAttribute("aria-disabled"), "true");
  await act("Train"); // nothing twice
  await act("Stop");
  assert.equal(text(".nb-own-message"), "Stopped.");
  assert.equal(button("Train").getAttribute("aria-disabled"), "false");
  assert.equal(button("Stop").hidden, true);
  const ends = [...place.querySelectorAll("li")].map(({ textContent }) => textContent);
  assert.match(ends.join(" "), /The book’s: loss 1.5 after 2 steps.*Yours: loss 2 after 2 steps/);
  assert.equal(document.focused.textContent, "Train");
});

test("what Python says of a loop without end, or of itself, is shown", async () => {
  const message = "No answer after 10 seconds. Is there a loop without end?";
  const { text } = await bench(async () => ({ status: "timeout", message }), {
    layer_norm_backward: SOURCE,
  });
  assert.equal(text(".nb-own-message"), message);
});
