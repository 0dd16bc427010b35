// The laboratory's engine computes what PyTorch does, and draws what Python does.

import assert from "node:assert/strict";
import test from "node:test";
import { GELU } from "../../src/normbook/widgets/laboratory/engine/activations.mjs";
import { Batches } from "../../src/normbook/widgets/laboratory/engine/batches.mjs";
import { examplesOf } from "../../src/normbook/widgets/laboratory/engine/data.mjs";
import { OPTIMIZER } from "../../src/normbook/widgets/laboratory/engine/optimizer.mjs";
import { Sight } from "../../src/normbook/widgets/laboratory/engine/sight.mjs";
import { makeTrainer } from "../../tools/laboratory.mjs";
import { readJson } from "./page.mjs";

const vectors = readJson("vectors/laboratory.json");
const ofKind = (wanted) => vectors.filter(({ kind }) => kind === wanted);

function assertNear(actual, expected, tolerance, what) {
  const off = Math.abs(actual - expected);
  assert.ok(off <= tolerance * Math.abs(expected), `${what}: ${actual}, not ${expected}`);
}

function nameOf({ data, norm, placement, ...rest }) {
  const others = ["activation", "optimizer", "warm_up", "learn_gamma", "qk_norm", "batch_size"];
  return [data, norm, placement, ...others.map((name) => `${name} ${rest[name]}`)].join(", ");
}

for (const { spec, steps, losses, held_out_loss: loss, accuracy } of ofKind("trained")) {
  test(`fifty steps are PyTorch's: ${nameOf(spec)}`, () => {
    const trainer = makeTrainer(spec);
    for (const [i, last] of steps.entries()) {
      let now;
      while (trainer.steps < last) now = trainer.step();
      assertNear(now, losses[i], 1e-9, `loss of step ${last}`);
    }
    if (loss === undefined) return;
    const seen = new Sight(trainer).evaluate();
    assertNear(seen.loss, loss, 1e-9, "loss of what is held out");
    assert.equal(seen.accuracy, accuracy);
  });
}

for (const { data, seed, inputs, batches } of ofKind("drawn")) {
  test(`points and their order are Python's: ${data}`, () => {
    const { training } = examplesOf({ data, seed });
    for (const [i, value] of inputs.flat().entries()) {
      assertNear(training.inputs[i], value, 1e-11, `coordinate ${i}`);
    }
    const order = Float64Array.from(training.labels, (_, i) => i);
    const drawn = new Batches({ ...training, features: 1, inputs: order }, batches[0].length);
    drawn.reset(seed);
    for (const batch of batches) {
      drawn.draw();
      assert.deepEqual([...drawn.inputs], batch);
      assert.deepEqual(
        [...drawn.labels],
        batch.map((i) => training.labels[i]),
      );
    }
  });
}

for (const { optimizer: name, gradients, path } of ofKind("optimized")) {
  test(`a step is PyTorch's: ${name}`, () => {
    const parameters = { values: Float64Array.of(1, -2, 0, 3), gradients: new Float64Array(4) };
    const optimizer = new OPTIMIZER[name](parameters);
    for (const [i, expected] of path.entries()) {
      parameters.gradients.set(gradients[i]);
      optimizer.step(0.1);
      for (const [k, value] of expected.entries()) {
        assertNear(parameters.values[k], value, 1e-11, `number ${k} after step ${i + 1}`);
      }
    }
  });
}

test("GELU and its slope are PyTorch's", () => {
  const [{ x, y, slope }] = ofKind("activated");
  const gelu = new GELU({ rows: x.length }, 1);
  const actual = gelu.forward(Float64Array.from(x), x.length);
  const back = gelu.backward(new Float64Array(x.length).fill(1), x.length);
  for (const i of x.keys()) {
    assert.ok(Math.abs(actual[i] - y[i]) < 1e-11, `GELU(${x[i]}) is ${y[i]}, not ${actual[i]}`);
    assert.ok(Math.abs(back[i] - slope[i]) < 1e-11, `its slope is ${slope[i]}, not ${back[i]}`);
  }
});
