// Each backward of the laboratory's engine is the slope of its forward, by finite differences.

import assert from "node:assert/strict";
import test from "node:test";
import { streamOf } from "../../src/normbook/widgets/_shared/random.mjs";
import { ACTIVATION } from "../../src/normbook/widgets/laboratory/engine/activations.mjs";
import { SelfAttention } from "../../src/normbook/widgets/laboratory/engine/attention.mjs";
import { FeedForward } from "../../src/normbook/widgets/laboratory/engine/feed_forward.mjs";
import { Linear } from "../../src/normbook/widgets/laboratory/engine/linear.mjs";
import { CrossEntropy } from "../../src/normbook/widgets/laboratory/engine/loss.mjs";
import * as norms from "../../src/normbook/widgets/laboratory/engine/norms.mjs";
import { Parameters, Scratch } from "../../src/normbook/widgets/laboratory/engine/parameters.mjs";
import { Residual } from "../../src/normbook/widgets/laboratory/engine/residual.mjs";
import { NORMS, PLACEMENTS } from "../../src/normbook/widgets/laboratory/engine/spec.mjs";
import { MeanOverTokens, Position } from "../../src/normbook/widgets/laboratory/engine/tokens.mjs";

const ROWS = 6;
const WIDTH = 8;
const TOKENS = 3;
const H = 1e-5;
const norm = { kind: "layer", epsilon: 0.01, learnGamma: true };
const sublayer = { name: "g", width: WIDTH, spread: 0.4, gain: 1 };

const attention = (options) => (place) =>
  new SelfAttention(place, { ...sublayer, tokens: TOKENS, qkNorm: null, ...options });
const feedForward = (place) => new FeedForward(place, { ...sublayer, activation: "gelu" });
const residual = (placement, kind) => (place) =>
  new Residual(place, feedForward(place), {
    ...{ placement, norm: { ...norm, kind }, width: WIDTH, layer: 3, sublayers: 6 },
  });

const LAYERS = {
  // 7 and 5: a tile of the product has two rows and four columns, and some are left over
  linear: (place) =>
    new Linear({ ...place, rows: 7 }, { name: "l", inputs: 9, outputs: 5, spread: 1, into: "dx" }),
  ...Object.fromEntries(
    Object.entries(ACTIVATION).map(([name, Kind]) => [name, (place) => new Kind(place, WIDTH)]),
  ),
  ...Object.fromEntries(
    NORMS.map((kind) => [`norm: ${kind}`, (place) => norms.makeNorm(kind, place, WIDTH, norm)]),
  ),
  attention: attention({}),
  "attention with QK-norm": attention({ qkNorm: norm }),
  "feed-forward": feedForward,
  position: (place) => new Position(place, { tokens: TOKENS, width: WIDTH, spread: 1 }),
  "mean over tokens": (place) =>
    new MeanOverTokens(place, { tokens: TOKENS, width: WIDTH, into: "dx" }),
  ...Object.fromEntries(
    PLACEMENTS.flatMap((placement) =>
      ["none", "layer"].map((kind) => [`${placement}, ${kind}`, residual(placement, kind)]),
    ),
  ),
};

const [INPUTS, ROWS_OF] = [{ linear: 9 }, { linear: 7 }];

for (const [name, make] of Object.entries(LAYERS)) {
  test(`the gradient is the slope: ${name}`, () => {
    const parameters = new Parameters();
    const rows = ROWS_OF[name] ?? ROWS;
    const layer = make({ parameters, scratch: new Scratch(), rows });
    parameters.allocate();
    parameters.values ??= new Float64Array();
    for (const part of layer.parts ?? [layer]) part.reset?.((purpose) => streamOf(1, purpose));
    // Off the start, where γ is 1 and biases are 0, which hides what they are multiplied with.
    const stream = streamOf(2, name);
    for (const i of parameters.values.keys()) parameters.values[i] += 0.3 * stream.deviate();
    const draw = (count) => Float64Array.from({ length: count }, () => stream.deviate());
    const x = draw(rows * (INPUTS[name] ?? WIDTH));
    const forward = () => layer.forward(x.slice(), rows, norms.MEASURING);
    const weights = draw(forward().length); // the loss is the sum of y, weighted
    const loss = () => forward().reduce((sum, value, i) => sum + value * weights[i], 0);

    loss();
    const dx = layer.backward(weights.slice(), rows).slice(0, x.length);
    const gradients = parameters.gradients.slice();
    assertSlopes(x, dx, loss, "x");
    assertSlopes(parameters.values, gradients, loss, "parameter");
  });
}

test("the gradient is the slope: cross-entropy", () => {
  const stream = streamOf(3, "logits");
  const logits = Float64Array.from({ length: 12 }, () => 3 * stream.deviate());
  const labels = Uint8Array.of(0, 2, 1, 1);
  const entropy = new CrossEntropy({ rows: 4 }, 3);
  const loss = () => entropy.forward(logits, labels, 4);
  loss();
  assertSlopes(logits, entropy.backward(labels, 4).slice(), loss, "logit");
});

test("in evaluation BatchNorm takes the running statistics, which follow the batches", () => {
  const parameters = new Parameters();
  const place = { parameters, scratch: new Scratch(), rows: 2 };
  const batch = norms.makeNorm("batch", place, 1, { epsilon: 0, learnGamma: true });
  parameters.allocate();
  batch.reset();
  const x = Float64Array.of(1, 3); // mean 2, variance 1, unbiased 2
  assert.deepEqual([...batch.forward(x, 2, norms.TRAINING)], [-1, 1]);
  assert.deepEqual([...batch.forward(x, 2, norms.MEASURING)], [-1, 1]);
  const [mean, deviation] = [0.2, Math.sqrt(1.1)];
  const expected = [(1 - mean) / deviation, (3 - mean) / deviation];
  for (const [i, y] of batch.forward(x, 2, norms.EVALUATION).entries()) {
    assert.ok(Math.abs(y - expected[i]) < 1e-15);
  }
});

test("where all are equal and ε is 0, a norm gives 0; NaN stays NaN", () => {
  for (const kind of ["layer", "rms", "group", "batch"]) {
    const parameters = new Parameters();
    const place = { parameters, scratch: new Scratch(), rows: 3 };
    const layer = norms.makeNorm(kind, place, 12, { epsilon: 0, learnGamma: true });
    parameters.allocate();
    layer.reset();
    const equal = new Float64Array(36);
    for (const value of kind === "rms" ? [0] : [0, 0.1]) {
      const y = layer.forward(equal.fill(value), 3, norms.MEASURING);
      assert.ok(
        y.every((each) => each === 0),
        `${kind} of ${value}: ${y}`,
      );
    }
    const y = layer.forward(equal.fill(Number.NaN, 0, 1), 3, norms.MEASURING);
    assert.ok(Number.isNaN(y[0]), kind);
  }
  for (const Kind of Object.values(ACTIVATION)) {
    assert.ok(Number.isNaN(new Kind({ rows: 1 }, 1).forward(Float64Array.of(Number.NaN), 1)[0]));
  }
});

function assertSlopes(values, gradient, loss, what) {
  for (const [i, value] of values.entries()) {
    values[i] = value + H;
    const above = loss();
    values[i] = value - H;
    const slope = (above - loss()) / (2 * H);
    values[i] = value;
    const off = Math.abs(slope - gradient[i]);
    assert.ok(off < 1e-7 * (1 + Math.abs(slope)), `${what} ${i}: ${gradient[i]}, not ${slope}`);
  }
}
