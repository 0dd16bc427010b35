// What a reader has answered in a quiz is there on the next visit, until they start again.

import assert from "node:assert/strict";
import test from "node:test";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import { KEY, keepQuiz } from "../../src/normbook/sphinx/assets/quiz.mjs";
import widget from "../../src/normbook/widgets/quiz/widget.mjs";
import { mount, press, Storage } from "./page.mjs";

const answer = (text, correct = false) => ({ text, why: "because", correct });
const QUESTIONS = [
  { ask: "One and one?", answers: [answer("two", true), answer("three")] },
  { ask: "And one more?", answers: [answer("three", true), answer("two")] },
];

/** The model of a quiz on a new page. */
function open(storage, { name = "sums", questions = QUESTIONS } = {}) {
  const model = createModel({ name, questions, chosen: questions.map(() => -1) });
  keepQuiz(model, storage);
  return model;
}

test("answers are there on the next visit, each quiz's its own", () => {
  const storage = new Storage();
  open(storage).set("chosen", [-1, 1]);
  open(storage, { name: "products" }).set("chosen", [0, -1]);
  assert.deepEqual(open(storage).get("chosen"), [-1, 1]);
  assert.deepEqual(open(storage, { name: "products" }).get("chosen"), [0, -1]);
});

test("what two tabs answer of one quiz is kept of both", () => {
  const storage = new Storage();
  const [one, other] = [open(storage), open(storage)];
  one.set("chosen", [0, -1]);
  other.set("chosen", [-1, 1]);
  assert.deepEqual(open(storage).get("chosen"), [0, 1]);
});

test("of two tabs the later answer to a question is kept, and what one forgot stays forgotten", () => {
  const storage = new Storage();
  const one = open(storage);
  one.set("chosen", [1, -1]);
  const other = open(storage);
  other.set("chosen", [0, -1]);
  one.set("chosen", [1, 1]);
  assert.deepEqual(open(storage).get("chosen"), [0, 1]);
  other.set("chosen", [-1, -1]);
  one.set("chosen", [1, 0]);
  assert.deepEqual(open(storage).get("chosen"), [-1, 0]);
});

test("an answer goes along with its words: what changes is asked anew", () => {
  const storage = new Storage();
  open(storage).set("chosen", [1, 0]);
  const [one, other] = QUESTIONS;
  const questions = [other, { ...one, answers: [answer("two", true), answer("four")] }];
  assert.deepEqual(open(storage, { questions }).get("chosen"), [0, -1]);
});

test("Start again forgets them, and no other quiz's", async () => {
  const storage = new Storage();
  open(storage, { name: "products" }).set("chosen", [0, 0]);
  open(storage).set("chosen", [0, 0]);
  const { el, model } = mount(widget, { name: "sums", questions: QUESTIONS, chosen: [-1, -1] });
  keepQuiz(model, storage);
  assert.match(el.textContent, /2 of 2 right/);
  await press(el, "Start again");
  assert.deepEqual(Object.keys(JSON.parse(storage.getItem(KEY))), ["products"]);
});

test("what is kept and is no answer is as good as nothing, and a full storage breaks nothing", () => {
  for (const text of ["{", "null", "[]", '{"sums": 7}', '{"sums": {"One and one?": {}}}']) {
    const storage = new Storage();
    storage.setItem(KEY, text);
    assert.deepEqual(open(storage).get("chosen"), [-1, -1], text);
  }
  const full = new Storage();
  full.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  const model = open(full);
  model.set("chosen", [0, -1]);
  assert.deepEqual(model.get("chosen"), [0, -1]);
});
