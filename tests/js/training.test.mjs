// What is shown of the trainings is what was recorded, and what the text says of them.

import assert from "node:assert/strict";
import test from "node:test";
import * as arithmetic from "../../src/normbook/widgets/training/arithmetic.mjs";
import { lesson, ofParameter } from "../../src/normbook/widgets/training/lesson.mjs";
import training from "../../src/normbook/widgets/training/widget.mjs";
import { fire, mount, press, readJson, unfold } from "./page.mjs";

const vectors = readJson("vectors/training.json");
const record = readJson("../../src/normbook/data/experiments/training.json");
const { LAYERS, BATCH_SIZES } = arithmetic;
const runsOf = (raw) => arithmetic.runsOf(record, training.parse(raw));

for (const { state, layers, loss, accuracy, by_size: bySize, median, first } of vectors) {
  test(`the numbers are the record's: ${JSON.stringify(state)}`, () => {
    const runs = runsOf(state);
    assert.deepEqual(
      runs.map((run) => [run.loss, run.accuracy, run.bySize, run.now.median]),
      [0, 1].map((i) => [loss[i], accuracy[i], bySize[i], median[i]]),
    );
    assert.deepEqual(
      runs.map(({ all }) => all[1][1]),
      first,
    );
    assert.deepEqual(
      LAYERS[state.model].map(({ key }) => key),
      layers,
    );
  });
}

test("the limits are those of the record", () => {
  assert.deepEqual(Object.keys(LAYERS), record.models);
  assert.deepEqual(BATCH_SIZES, record.batch_sizes);
  assert.equal(arithmetic.LAST, record.examples.length - 1);
});

test("a model without a layer gets its last one", () => {
  assert.equal(training.parse({}).layer, "classifier.norm");
  assert.equal(training.parse({ model: "cnn" }).layer, "norm3");
});

test("small batches cost BatchNorm training loss, large ones do not", () => {
  for (const model of record.models) {
    const [layer, batch] = runsOf({ model, batch_size: 2 });
    assert.ok(batch.loss > 5 * layer.loss, model);
    const [one, other] = runsOf({ model, batch_size: 32 });
    assert.ok(Math.abs(one.loss - other.loss) < 0.02, model);
  }
  const [layer, batch] = runsOf({ model: "cnn", batch_size: 128 });
  assert.ok(batch.loss < 0.5 * layer.loss);
});

test("in the end every run has 95% of the test images right", () => {
  for (const model of record.models) {
    for (const size of BATCH_SIZES) {
      for (const { accuracy } of runsOf({ model, batch_size: size })) assert.ok(accuracy >= 0.95);
    }
  }
});

test("the CNN's γ spread further behind LayerNorm, which has more of them", () => {
  for (const { key, count } of LAYERS.cnn) {
    const [layer, batch] = runsOf({ model: "cnn", layer: key });
    assert.ok(layer.now.high - layer.now.low > batch.now.high - batch.now.low, key);
    assert.ok(count.layer > count.batch);
  }
});

test("bands start at the initial value, and keep their order", () => {
  for (const [parameter, start] of [
    ["weight", 1],
    ["bias", 0],
  ]) {
    for (const run of runsOf({ parameter })) {
      assert.deepEqual(run.all[0], [0, start, start]);
      for (const [i, [, low, high]] of run.all.entries()) {
        assert.ok(low <= run.half[i][1] && run.half[i][1] <= run.median[i][1]);
        assert.ok(run.median[i][1] <= run.half[i][2] && run.half[i][2] <= high);
      }
    }
  }
});

test("the test images that are wrong are counted, and in the chart when asked for", () => {
  const state = training.parse({ measure: "accuracy", batch_size: 2 });
  const [layer, batch] = arithmetic.runsOf(record, state);
  assert.deepEqual([layer.wrong, batch.wrong], [6, 11]);
  assert.equal(layer.curve.at(-1)[1], 6);
  assert.deepEqual(batch.bySize[0], [1, 11]);
});

test("the line below is of words and numbers in every state", () => {
  for (const model of record.models) {
    for (const size of BATCH_SIZES) {
      for (const measure of ["loss", "accuracy"]) {
        for (let step = 0; step <= arithmetic.LAST; step += 1) {
          const state = training.parse({ model, batch_size: size, measure, step });
          const runs = arithmetic.runsOf(record, state);
          const line = `${lesson(runs, state)} ${ofParameter(runs, state)}`;
          assert.doesNotMatch(line, /NaN|undefined|Infinity|null/);
        }
      }
    }
  }
});

test("choosing the other model chooses a layer of it, and shows only its layers", async () => {
  const { el, model } = mount(training, { record });
  await unfold(el);
  await fire(el.querySelectorAll("input[type=radio]")[1], "change");
  assert.deepEqual([model.get("model"), model.get("layer")], ["cnn", "norm3"]);
  assert.match(el.textContent, /LayerNorm after convolution 3: 512 γ/);
  const shown = [...el.querySelectorAll(".nb-choices > div")].map((box) =>
    box.hasAttribute("hidden"),
  );
  assert.deepEqual(shown, [true, false]);
});

test("the lever is the batch size", async () => {
  const { el, model } = mount(training, { record });
  const lever = el.querySelector(".nb-lever input");
  lever.value = 2;
  await fire(lever, "input");
  assert.equal(model.get("batch_size"), 32);
  assert.match(el.textContent, /Training loss, batches of 32/);
});

test("each thing to try is one that the text speaks of", async () => {
  const { el, model } = mount(training, { record });
  const now = () => ["model", "batch_size", "measure", "layer"].map((name) => model.get(name));
  await press(el, "CNN, batches of 128");
  assert.deepEqual(now(), ["cnn", 128, "loss", "norm3"]);
  await press(el, "wrong test images");
  assert.deepEqual(now(), ["transformer", 2, "accuracy", "classifier.norm"]);
  assert.match(el.querySelector(".nb-note").textContent, /LayerNorm gets 6 wrong, BatchNorm 11/);
});

test("γ and β are folded away, but for who asks for others than the last norm's γ", () => {
  const isOpen = (state) =>
    mount(training, { record, ...training.parse(state) })
      .el.querySelector(".nb-more")
      .hasAttribute("open");
  assert.equal(isOpen({}), false);
  assert.equal(isOpen({ model: "cnn", batch_size: 8, measure: "accuracy" }), false);
  assert.equal(isOpen({ parameter: "bias" }), true);
  assert.equal(isOpen({ model: "cnn", layer: "norm1" }), true);
});
