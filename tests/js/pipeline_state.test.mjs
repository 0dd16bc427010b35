// What the pipeline takes for a state, what its buttons make of it, and what its charts show.

import assert from "node:assert/strict";
import test from "node:test";
import { fit, roundAbove } from "../../src/normbook/widgets/_shared/ranges.mjs";
import { layerNorm, pipeline } from "../../src/normbook/widgets/pipeline/arithmetic.mjs";
import { ranges } from "../../src/normbook/widgets/pipeline/charts.mjs";
import { lesson } from "../../src/normbook/widgets/pipeline/lesson.mjs";
import * as states from "../../src/normbook/widgets/pipeline/state.mjs";

const { parse } = states;
const start = parse({ x: [4, 1, 3, 8] });

function experiment(label, state) {
  const { apply } = states.experiments.find((each) => each.label === label);
  return parse({ ...state, ...apply(state) });
}

function assertNear(actual, expected, tolerance = 1e-9) {
  for (const [i, value] of actual.entries()) {
    assert.ok(Math.abs(value - expected[i]) <= tolerance, `${actual}, expected ${expected}`);
  }
}

for (const raw of [null, undefined, 7, "x", [], { x: [Number.NaN] }, { x: [1, Infinity] }]) {
  test(`a state is refused: ${JSON.stringify(raw)} (${String(raw?.x ?? raw)})`, () => {
    assert.equal(parse(raw), null);
  });
}

test("missing weights are 1, missing biases are 0, and surplus ones are dropped", () => {
  const state = parse({ x: [1, 2, 3], weight: [5], bias: [1, 2, 3, 4] });
  assert.deepEqual(state.weight, [5, 1, 1]);
  assert.deepEqual(state.bias, [1, 2, 3]);
});

test("a parsed state shares no list with its source", () => {
  const raw = { x: [1, 2] };
  parse(raw).x[0] = 9;
  assert.deepEqual(raw.x, [1, 2]);
});

test("adding 5 or doubling leaves x̂ where it is, and a change of sign changes its sign", () => {
  const { xHat } = layerNorm({ ...start, eps: 0 });
  const after = (label) => layerNorm(experiment(label, { ...start, eps: 0 })).xHat;
  assertNear(after("x + 5"), xHat);
  assertNear(after("2x"), xHat);
  assertNear(
    after("−x"),
    xHat.map((value) => -value),
  );
});

test("a mean of 10,000 keeps the deviations", () => {
  const state = experiment("mean 10,000", start);
  assert.deepEqual(state.x, [10_000, 9_997, 9_999, 10_004]);
});

test("an outlier comes close to √(d − 1), and no nearer than that", () => {
  const { xHat } = layerNorm(experiment("one outlier", start));
  assert.ok(xHat[3] > 1.73 && xHat[3] <= Math.sqrt(3));
});

test("γ and β can undo the normalization", () => {
  for (const x of [[4, 1, 3, 8], [10_000, 9_997], [5], [3, 3, 3]]) {
    assertNear(layerNorm(experiment("undo with γ, β", parse({ x }))).y, x);
  }
});

test("every experiment keeps the number of features, whatever it is", () => {
  for (let d = 1; d <= 12; d += 1) {
    const state = parse({ x: Array.from({ length: d }, (_, i) => i - 3) });
    for (const { label } of states.experiments) {
      assert.equal(experiment(label, state).x.length, d, label);
    }
  }
});

test("features can be added up to 12 and removed down to 1", () => {
  let state = start;
  const act = (wanted) => {
    const { can, apply } = [...states.features, ...states.rows].find(({ name }) => name === wanted);
    while (can(state)) state = parse({ ...state, ...apply(state) });
  };
  act("Add a feature");
  assert.equal(state.x.length, 12);
  act("Remove a feature");
  assert.deepEqual(state, { x: [4], weight: [1], bias: [0], eps: 1e-5, normalized_shape: [1] });
  act("Add a row");
  assert.deepEqual(state.x, [[4], [9], [19]]);
  assert.deepEqual(state.weight, [1]);
  act("Remove a row");
  assert.deepEqual(state.x, [4]);
});

test("values outside the limits come out of no button", () => {
  assert.equal(experiment("2x", parse({ x: [900_000, 0] })), null);
});

test("a domain has all values inside, whatever they are", () => {
  const lists = [
    [0],
    [1e6, -1e6],
    [1e-300, 0],
    [1e4, 1e4 + 3],
    [-1e4, -1e4 - 3],
    [10, 0],
    [-7, -1],
  ];
  for (const values of lists) {
    const [low, high] = fit(values);
    assert.ok(Number.isFinite(low) && Number.isFinite(high) && low < high, `${values}`);
    assert.ok(
      Math.min(...values) > low && Math.max(...values) < high,
      `${values} in ${low}, ${high}`,
    );
  }
});

test("a domain contains 0 unless the values are far from it", () => {
  assert.deepEqual(fit([4, 1, 3, 8]), [-5, 10]);
  assert.deepEqual(fit([-4, -1]), [-5, 2.5]);
  assert.deepEqual(fit([10_000, 9_997, 9_999, 10_004]), [9_990, 10_010]);
});

test("a value at the edge of the domain asks for a wider one, so that a drag can go on", () => {
  assert.equal(roundAbove(10), 20);
  assert.deepEqual(fit([10, 0]), [-10, 20]);
});

test("x and x − μ share a scale, and y shares that of x̂ while γ is 1 and β is 0", () => {
  const { x, centred, xHat, y } = ranges(pipeline(start), fit(start.x));
  assert.deepEqual(centred, [x[0] - 4, x[1] - 4]);
  assert.deepEqual(xHat, [-2, 2]);
  assert.deepEqual(y, xHat);
});

test("one line tells what is special about a state", () => {
  const say = (raw) => lesson(parse(raw), pipeline(parse(raw)));
  const rows = [
    [1, 2],
    [3, 4],
  ];
  const lines = [
    { x: [3, 3], eps: 0 },
    { x: [3] },
    { x: [3, 3] },
    { x: [1, 2] },
    { x: [1, 2, 3] },
    { x: rows },
    { x: rows, normalized_shape: [2, 2] },
  ];
  assert.match(say(lines[0]), /0\/0/);
  assert.equal(new Set(lines.map(say)).size, lines.length);
});

test("rows are normalized apart over (D,), and together over (T, D)", () => {
  const rows = [
    [0, 2],
    [10, 30],
  ];
  const apart = pipeline(parse({ x: rows, eps: 0 }));
  assert.deepEqual(
    apart.map(({ mean }) => mean),
    [1, 20],
  );
  const [together] = pipeline(parse({ x: rows, eps: 0, normalized_shape: [2, 2] }));
  assert.equal(together.mean, 10.5);
  assert.equal(together.y.length, 4);
});

test("parameters take the normalized_shape, and keep what they held", () => {
  const rows = [
    [1, 2],
    [3, 4],
  ];
  const state = parse({ x: rows, weight: [5], normalized_shape: [2, 2] });
  assert.deepEqual(state.weight, [
    [5, 1],
    [1, 1],
  ]);
  assert.deepEqual(parse({ ...state, normalized_shape: [2] }).weight, [5, 1]);
});
