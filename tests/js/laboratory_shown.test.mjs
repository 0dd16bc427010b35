// What the laboratory shows of its networks: formulas, curves, pictures, words.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { addLosses } from "../../src/normbook/widgets/laboratory/charts.mjs";
import { bandOf, lastLoss, pointsOf } from "../../src/normbook/widgets/laboratory/losses.mjs";
import { parse, specsOf } from "../../src/normbook/widgets/laboratory/state.mjs";
import { STRETCH } from "../../src/normbook/widgets/laboratory/training.mjs";
import widget from "../../src/normbook/widgets/laboratory/widget.mjs";
import { ofBoth, reading, verdict } from "../../src/normbook/widgets/laboratory/words.mjs";
import { digits } from "../../tools/laboratory.mjs";
import { mount, settled } from "./page.mjs";

const START = parse({});
const SPECS = specsOf(START);

test("B's curves are dashed: A's are seen where both lie", () => {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const run = { spec: SPECS[0], step: 3, losses: [0.7, 0.6, 0.5], ended: null };
  addLosses(document.body)({ runs: [run, run], seeds: null, goal: 300 });
  const [a, b] = document.querySelectorAll(".nb-curve");
  assert.equal(a.getAttribute("d"), b.getAttribute("d"));
  assert.deepEqual(
    [a, b].map((curve) => curve.classList.contains("nb-dashed")),
    [false, true],
  );
});

test("digits that come late are drawn as soon as they are there", async () => {
  const { el, model } = mount(widget, START);
  model.set("data", "digits");
  await settled();
  assert.doesNotMatch(el.innerHTML, /Some of the digits/);
  model.set("record", digits);
  await settled();
  assert.match(el.innerHTML, /Some of the digits/);
});

test("before training some of the digits are drawn, and points are once they are asked for", async () => {
  const { el, model } = mount(widget, { ...START, data: "digits", record: digits });
  const shades = [...el.querySelectorAll(".nb-lab-digits path")];
  assert.ok(shades.length > 2 && shades.every((path) => path.getAttribute("d").length > 200));
  const isShown = (name) => el.querySelector(`.nb-lab-square ${name}`).style.display !== "none";
  assert.deepEqual([isShown(".nb-lab-digits"), isShown("canvas")], [true, false]);
  model.set("data", "xor");
  await settled();
  assert.deepEqual([isShown(".nb-lab-digits"), isShown("canvas")], [false, true]);
});

test("a curve's points are means of a few steps, of more the longer it is", () => {
  assert.deepEqual(pointsOf([]), []);
  assert.deepEqual(pointsOf([3, 1]), [
    [0.5, 3],
    [1.5, 1],
  ]);
  const many = pointsOf(Array.from({ length: 300 }, (_, i) => i));
  assert.equal(many.length, 75);
  assert.deepEqual(many[0], [2, 1.5]);
  assert.ok(pointsOf(Array(100_000).fill(1)).length <= 100);
  assert.equal(lastLoss([9, 1, 3], 2), 2);
  assert.equal(lastLoss([]), 0);
  assert.equal(lastLoss([1e308, 1e308]), 1e308, "a loss may be nearly too large for a number");
});

test("a band reaches from the lowest to the highest run; one that ended is above all", () => {
  assert.deepEqual(bandOf([]), []);
  const band = bandOf([[1, 2], [3]]);
  assert.deepEqual(band, [
    [0.5, 1, 3],
    [1.5, 2, Number.MAX_VALUE],
  ]);
});

const run = (changes) => ({
  spec: { ...SPECS[0], blocks: 4 },
  step: 200,
  losses: Array(200).fill(Math.LN2),
  frame: {
    accuracy: 0.5,
    looked_at: 200,
    state: { kind: "learning", block: 0, share: 0 },
    blocks: [{ gradient: 1e-9 }, { gradient: 1 }],
  },
  ended: null,
  ...changes,
});
const FAILED = "Not learned: over half of a guess’s loss is left, and over a fifth is wrong.";
const right = (accuracy, changes) =>
  run({ step: STRETCH, frame: { ...run().frame, accuracy }, ...changes });
const inState = (kind, block, share) =>
  run({ frame: { ...run().frame, state: { kind, block, share } } });

test("what has become of a network is said in words", () => {
  const diverged = { why: "diverged", step: 41, block: 3, pass: "forward" };
  for (const [words, of] of [
    ["Diverged at step 41, first in block 3.", run({ ended: diverged })],
    [
      "Diverged at step 41, first behind the last block.",
      run({ ended: { ...diverged, block: 5 } }),
    ],
    [
      "Diverged at step 41, first before the first block.",
      run({ ended: { ...diverged, block: 0 } }),
    ],
    ["Stopped at step 2: no", run({ ended: { why: "failed", step: 2, block: 0, message: "no" } })],
    [
      "Idle: all ReLUs in block 2 are 0, and add the same to every example. What goes past them is not lost.",
      inState("dead", 2, 1),
    ],
    [
      "Dead: all ReLUs in block 2 are 0, and nothing goes past them: one answer to every example.",
      { ...inState("dead", 2, 1), spec: { ...run().spec, placement: "plain" } },
    ],
    [
      "Saturated: over 60% of the outputs in block 1 are at their ends, and let hardly a gradient through.",
      inState("saturated", 1, 0.68),
    ],
    [
      "Its loss is far above a guess’s: sure where it is wrong. Its largest gradient is in block 2.",
      inState("diverged", 2, 0),
    ],
    ["Its loss is above a guess’s: sure where it is wrong.", run({ losses: [2] })],
    ["Still near a guess: its loss is about ln 2. Hardly a gradient reaches block 1.", run()],
    ["It has learned.", run({ losses: [0.01] })],
    ["Better than a guess, and much left to learn.", run({ losses: [0.4] })],
    [FAILED, run({ step: STRETCH, losses: [0.4] })],
    ["Better than a guess, and much left to learn.", run({ step: STRETCH, losses: [0.3] })],
    ["Better than a guess, and much left to learn.", right(0.9, { losses: [0.4] })],
    ["Nearly learned.", run({ losses: [0.1] })],
    ["", run({ step: 50 })],
    ["", run({ frame: null, step: 0, losses: [] })],
  ]) {
    assert.equal(verdict(of), words);
  }
});

test("once Train has taken both as far as it does, it is said which of them learn", () => {
  const [good, bad, between] = [right(1, { losses: [0.1] }), right(0.7), right(0.9)];
  const diverged = run({ step: 41, ended: { why: "diverged", step: 41, block: 1 } });
  const failed = run({ ended: { why: "failed", step: 2, block: 0, message: "no" } });
  const deep = right(0.7, { spec: { ...SPECS[1], blocks: 5 } });
  for (const [words, ...runs] of [
    ["At depth 4 both learn in 300 steps.", good, good],
    ["At depth 4 only A learns in 300 steps.", good, bad],
    ["At depth 4 only A learns in 300 steps.", good, right(0.9, { losses: [9] })],
    ["At depth 4 only B learns in 300 steps.", diverged, good],
    ["At depth 4 neither learns in 41 steps.", diverged, diverged],
    ["Here only A learns in 300 steps.", good, deep],
    ["", good, between],
    ["", good, failed],
    ["", good, run({ step: 299 })],
  ]) {
    assert.equal(ofBoth({ runs, goal: STRETCH }), words);
  }
});

test("how far it is, too", () => {
  assert.equal(reading(run({ losses: [0.25] })), "step 200, loss 0.25, 50% right.");
  assert.equal(reading(run({ losses: [1e-5] })), "step 200, loss 10⁻⁵, 50% right.");
  assert.equal(reading(run({ losses: [0] })), "step 200, loss 0, 50% right.");
  const evaluation = { step: 200, evaluation: { accuracy: 0.5 }, training: { accuracy: 0.9 } };
  assert.equal(
    reading(run({ losses: [0.25], evaluation })),
    "step 200, loss 0.25, 50% right by running statistics, 90% by the batch’s own.",
  );
  assert.equal(
    reading(run({ losses: [0.25], frame: { ...run().frame, looked_at: 192 } })),
    "step 200, loss 0.25, 50% right at step 192.",
  );
  for (const [accuracy, percent] of [
    [1, "100%"],
    [255 / 256, "99.6%"],
    [199 / 200, "99.5%"],
    [0.985, "99%"],
    [1 / 256, "0.4%"],
    [0, "0%"],
  ]) {
    const told = reading(run({ losses: [0.25], frame: { ...run().frame, accuracy } }));
    assert.equal(told, `step 200, loss 0.25, ${percent} right.`);
  }
  assert.equal(reading(run({ step: 0, losses: [] })), "not trained yet: press Train.");
});
