// Both widgets in a page without layout or scripts' timing, as the build renders them.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import { encode } from "../../src/normbook/widgets/_shared/link.mjs";
import pipeline from "../../src/normbook/widgets/pipeline/widget.mjs";
import quiz from "../../src/normbook/widgets/quiz/widget.mjs";
import { unfold } from "./page.mjs";

const START = { x: [4, 1, 3, 8], weight: [1, 1, 1, 1], bias: [0, 0, 0, 0], eps: 1e-5 };
const QUESTIONS = {
  name: "fixture",
  questions: [
    {
      ask: "Is `a < b` *always*?",
      answers: [
        { text: "Yes", why: "It is <b>not</b>.", correct: false },
        { text: "No", why: "Right you are.", correct: true },
      ],
    },
    {
      ask: "Second?",
      answers: [
        { text: "Yes", why: "So it is.", correct: true },
        { text: "No", why: "Alas.", correct: false },
      ],
    },
  ],
  chosen: [-1, -1],
};

/** A model that counts its listeners, and a page around it. */
function mount(widget, state, hash = "") {
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

const settled = () => new Promise((resolve) => queueMicrotask(resolve));
const words = (el, i) => el.querySelectorAll("[role=slider]")[i].getAttribute("aria-valuetext");
const buttons = (el) => [...el.querySelectorAll("button")];

function press(el, label) {
  const button = buttons(el).find((each) => each.textContent === label);
  button.dispatchEvent(new el.ownerDocument.defaultView.Event("click"));
  return settled();
}

function key(el, i, name) {
  const event = new el.ownerDocument.defaultView.Event("keydown", { cancelable: true });
  event.key = name;
  el.querySelectorAll("[role=slider]")[i].dispatchEvent(event);
  return settled();
}

test("the picture shows every value of every step", () => {
  const { el } = mount(pipeline, START);
  const labels = [...el.querySelectorAll("svg")].map((svg) => svg.getAttribute("aria-label"));
  assert.equal(labels[1], "x − μ: 0, −3, −1, 4");
  assert.equal(labels[2], "x̂ = (x − μ) / √(σ² + ε): 0, −1.18, −0.39, 1.57");
  assert.match(el.textContent, /μ = 4/);
  assert.match(el.textContent, /σ² = 6\.5/);
  assert.doesNotMatch(el.innerHTML, /NaN|undefined|Infinity/);
});

test("two renderings of one state are the same text", () => {
  assert.equal(mount(pipeline, START).el.innerHTML, mount(pipeline, START).el.innerHTML);
});

test("a key moves a bar, the model and the charts", async () => {
  const { el, model } = mount(pipeline, START);
  await key(el, 0, "ArrowUp");
  assert.deepEqual(model.get("x"), [4.5, 1, 3, 8]);
  assert.match(words(el, 0), /^x 4\.5,/);
  await key(el, 0, "Tab");
  assert.deepEqual(model.get("x"), [4.5, 1, 3, 8]);
});

test("a change of the model from elsewhere is drawn, of its length too", async () => {
  const { el, model } = mount(pipeline, START);
  model.set("x", [1, 2, 6]);
  await settled();
  assert.equal(el.querySelectorAll("[role=slider]").length, 3);
  assert.match(el.textContent, /μ = 3/);
});

test("several changes at once are painted once", async () => {
  const { el, model } = mount(pipeline, START);
  const note = el.querySelector(".nb-note");
  model.set("x", [3, 3]);
  model.set("eps", 0);
  assert.doesNotMatch(note.textContent, /0\/0/);
  await settled();
  assert.match(note.textContent, /0\/0/);
});

test("a state that is none leaves the picture as it was", async () => {
  const { el, model } = mount(pipeline, START);
  for (const x of [[], [Number.NaN], "no", null, Array(1e5).fill(1)]) {
    model.set("x", x);
    await settled();
    assert.match(el.textContent, /μ = 4/);
  }
});

test("a page that starts with a state that is none shows the default", () => {
  const { el } = mount(pipeline, { x: [], weight: null, bias: 3, eps: Number.NaN });
  assert.match(el.textContent, /μ = 4/);
});

test("reset returns to the author's start", async () => {
  const { el, model } = mount(pipeline, { ...START, x: [1, 2, 9, 4] });
  await press(el, "− feature");
  await press(el, "one outlier");
  await press(el, "Reset");
  assert.deepEqual(model.get("x"), [1, 2, 9, 4]);
  assert.deepEqual(model.get("weight"), [1, 1, 1, 1]);
});

test("a link opens at its state, and reset still knows the author's", async () => {
  const { el, model } = mount(pipeline, START, encode("pipeline", { x: [1, 2, 6], eps: 0 }));
  assert.deepEqual(model.get("x"), [1, 2, 6]);
  await press(el, "Reset");
  assert.deepEqual(model.get("x"), START.x);
});

for (const hash of ["#pipeline=zz", encode("pipeline", { x: [1e300] }), encode("pipeline", null)]) {
  test(`a bad link falls back to the start and says so: ${hash}`, () => {
    const { el, model } = mount(pipeline, START, hash);
    assert.deepEqual(model.get("x"), START.x);
    assert.match(el.querySelector(".nb-message").textContent, /link/);
  });
}

test("values beyond the limits are refused in words", async () => {
  const { el, model } = mount(pipeline, { ...START, x: [900_000, 1, 2, 3] });
  await unfold(el);
  await press(el, "2x");
  assert.equal(model.get("x")[0], 900_000);
  assert.match(el.querySelector(".nb-message").textContent, /between/);
});

for (const [name, widget, state] of [
  ["pipeline", pipeline, START],
  ["quiz", quiz, QUESTIONS],
]) {
  test(`unmounting the ${name} leaves no listener, no timer and no element`, async () => {
    const { el, model, listening, unmount } = mount(widget, state);
    assert.ok(listening.size > 0);
    const [key, value] = name === "quiz" ? ["chosen", [0, 0]] : ["x", [1, 2]];
    model.set(key, value);
    unmount();
    await settled(); // the repaint that was due does nothing
    assert.equal(listening.size, 0);
    assert.equal(el.innerHTML, "");
  });
}

test("an answer is explained, right or wrong, and can be changed", () => {
  const { el, model } = mount(quiz, QUESTIONS);
  const verdict = el.querySelector(".nb-verdict");
  model.set("chosen", [0, -1]);
  assert.equal(verdict.textContent, "No. It is <b>not</b>.");
  assert.match(el.textContent, /0 of 2 right/);
  model.set("chosen", [1, 0]);
  assert.equal(verdict.textContent, "Yes. Right you are.");
  assert.match(el.textContent, /2 of 2 right/);
});

test("choosing an answer tells the model, and starting again forgets it", async () => {
  const { el, model } = mount(quiz, QUESTIONS);
  const input = el.querySelectorAll("input")[1];
  input.dispatchEvent(new el.ownerDocument.defaultView.Event("change"));
  assert.deepEqual(model.get("chosen"), [1, -1]);
  await press(el, "Start again");
  assert.deepEqual(model.get("chosen"), [-1, -1]);
});

test("texts have code and emphasis, and no other markup", () => {
  const { el } = mount(quiz, QUESTIONS);
  const legend = el.querySelector("legend");
  assert.equal(legend.querySelector("code").textContent, "a < b");
  assert.equal(legend.querySelector("em").textContent, "always");
  assert.equal(el.querySelectorAll("b").length, 0);
});

test("without scripts every answer carries its explanation", () => {
  const { el } = mount(quiz, QUESTIONS);
  const texts = [...el.querySelectorAll("details p")].map((p) => p.textContent);
  assert.deepEqual(texts, [
    "No. It is <b>not</b>.",
    "Yes. Right you are.",
    "Yes. So it is.",
    "No. Alas.",
  ]);
});
