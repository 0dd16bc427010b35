// What the replay of the drift shows is what was recorded; and its player plays.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import * as arithmetic from "../../src/normbook/widgets/drift/arithmetic.mjs";
import { lesson } from "../../src/normbook/widgets/drift/lesson.mjs";
import drift from "../../src/normbook/widgets/drift/widget.mjs";
import { mount, press, readJson, settled } from "./page.mjs";

const vectors = readJson("vectors/drift.json");
const record = readJson("../../src/normbook/data/experiments/drift.json");
const runsOf = (raw) => arithmetic.runsOf(record, drift.parse(raw));

for (const { state, shown, drift: drifts, std, last, per_mille: perMille } of vectors) {
  test(`the numbers are the record's: ${JSON.stringify(state)}`, () => {
    const runs = runsOf(state);
    assert.deepEqual(
      runs.map((run) => [run.key, run.drift, run.std, run.curve.at(-1)]),
      shown.map((key, i) => [key, drifts[i], std[i], last[i]]),
    );
    for (const [i, { layers }] of runs.entries()) {
      const sums = layers.map(({ now }) => now.reduce((sum, count) => sum + count));
      assert.deepEqual(sums, perMille[i]);
    }
  });
}

test("the limits are those of the record", () => {
  assert.deepEqual(Object.keys(arithmetic.NORMS), record.norms);
  assert.deepEqual(arithmetic.LAYERS, record.layers);
  assert.equal(arithmetic.LAST, record.steps.length - 1);
});

test("each layer without a norm ends further from its start than the one below", () => {
  const [{ drifts }] = runsOf({ other: "nothing" });
  assert.deepEqual(
    drifts,
    drifts.toSorted((a, b) => a - b),
  );
  for (const norm of ["batch", "layer", "rms"]) {
    assert.ok(runsOf({ norm })[0].drift < drifts[3] / 10, norm);
  }
});

test("BatchNorm holds each unit, LayerNorm and RMSNorm do not", () => {
  const [batch, layer] = runsOf({ norm: "batch", other: "layer", measure: "units" });
  const [rms] = runsOf({ norm: "rms", measure: "units" });
  assert.ok(batch.drift < 0.1 && layer.drift > 1 && rms.drift > 1);
  assert.ok(batch.drift < batch.ofValues && layer.drift > layer.ofValues);
});

test("an outline goes through the height of every column, and back to the axis", () => {
  const path = arithmetic.outline(
    [0, 1, 2],
    [3, 7],
    (x) => 10 * x,
    (y) => 100 - y,
  );
  assert.equal(path, "M0 100V97H10V93H20V100Z");
});

test("the line below is of words and numbers in every state, and differs where it should", () => {
  const lines = new Set();
  for (const norm of record.norms) {
    for (const other of ["nothing", ...record.norms]) {
      for (const measure of ["values", "units"]) {
        for (let step = 0; step <= arithmetic.LAST; step += 1) {
          const state = drift.parse({ norm, other, measure, step });
          const [bare] = runsOf({ ...state, norm: "none", other: "nothing" });
          const line = lesson(runsOf(state), bare, state);
          assert.doesNotMatch(line, /NaN|undefined|Infinity|null/);
          lines.add(line);
        }
      }
    }
  }
  assert.ok(lines.size > 200, `${lines.size} lines`);
});

test("the picture says what it shows", () => {
  const { el } = mount(drift, { record });
  const labels = [...el.querySelectorAll("svg")].map((svg) => svg.getAttribute("aria-label"));
  assert.match(labels[3], /^Layer 4 at step 600\. no norm: mean 0\.929, standard deviation 2\.72;/);
});

test("what is played goes on step by step, and stops at the end or when it is pressed", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const { el, model } = mount(drift, { record, step: 20 });
  const step = () => model.get("step");
  const beat = () => {
    t.mock.timers.tick(250);
    return settled();
  };
  await press(el, "Play");
  assert.equal(step(), 21);
  await beat();
  assert.equal(step(), 22);
  await press(el, "Pause");
  await beat();
  assert.equal(step(), 22);
  await press(el, "Play");
  await beat();
  await beat();
  assert.equal(step(), 23);
  await press(el, "Play"); // it stands at the end: from the start
  assert.equal(step(), 0);
  model.set("step", 9); // elsewhere
  await settled();
  await beat();
  assert.equal(step(), 9);
});

test("nothing plays on after the explorable is gone", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const { el, model, unmount } = mount(drift, { record, step: 3 });
  await press(el, "Play");
  unmount();
  t.mock.timers.tick(2000);
  assert.equal(model.get("step"), 4);
});

test("where less motion is asked for, it jumps to the end", async () => {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  document.defaultView.matchMedia = () => ({ matches: true });
  const model = createModel({ record, step: 3 });
  drift.render({ model, el: document.body });
  assert.doesNotMatch(document.body.textContent, /Play/);
  await press(document.body, "To the end");
  assert.equal(model.get("step"), 23);
});
