// Two scalings that are normbook.norms's, and the way down a bowl that a plain loop goes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import {
  alongEigenvectors,
  bowl,
  descend,
  minMaxScale,
  standardize,
  timesHessian,
} from "../../src/normbook/widgets/scaling/arithmetic.mjs";
import { clip, contours, windowOf, within } from "../../src/normbook/widgets/scaling/geometry.mjs";
import * as states from "../../src/normbook/widgets/scaling/state.mjs";
import scaling from "../../src/normbook/widgets/scaling/widget.mjs";
import { unfold } from "./page.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url)));
const vectors = read("vectors/scaling.json");
const SEVEN = [22, 5, 6, 8, 10, 19, 2];

function assertNear(actual, expected, tolerance = 1e-11) {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of actual.entries()) {
    const most = tolerance * Math.max(1, Math.abs(expected[i]));
    assert.ok(Math.abs(value - expected[i]) <= most, `${actual}, expected ${expected}`);
  }
}

for (const { x, minMax, z } of vectors.filter((each) => each.x)) {
  test(`both scalings are NumPy's: ${x}`, () => {
    assertNear(minMaxScale(x), minMax);
    assertNear(standardize(x), z);
  });
}

for (const each of vectors.filter(({ rate }) => rate)) {
  const { elongation, correlation, rate, condition, largest, steps, path } = each;
  test(`descent goes as a plain loop does: ${elongation}, ρ ${correlation}, rate ${rate}`, () => {
    const shape = bowl(elongation, correlation);
    assertNear([shape.condition, shape.largest], [condition, largest], 1e-9);
    const descent = descend(shape, rate);
    assert.equal(descent.steps, steps ?? Number.POSITIVE_INFINITY);
    assert.equal(descent.outcome === "settles", steps !== null);
    for (const [k, weights] of Object.entries(path)) assertNear(descent.path[k], weights, 1e-9);
  });
}

for (const { why, valid, state } of read("states/scaling.json")) {
  test(`a state is ${valid ? "taken" : "refused"}: ${why}`, () => {
    assert.equal(scaling.parse(state) !== null, valid);
  });
}

function experiment(label, points) {
  const { apply } = states.experiments.find((each) => each.label === label);
  return apply({ points }).points;
}

test("+ 100 and × 10 change the points, and neither scaling", () => {
  for (const label of ["+ 100", "× 10"]) {
    const changed = experiment(label, SEVEN);
    assert.notDeepEqual(changed, SEVEN);
    assertNear(minMaxScale(changed), minMaxScale(SEVEN));
    assertNear(standardize(changed), standardize(SEVEN));
  }
});

test("an outlier leaves the others little of either scale, and does not run away", () => {
  const points = experiment("one outlier", SEVEN);
  assert.deepEqual(points, [189, 5, 6, 8, 10, 19, 2]);
  assert.deepEqual(experiment("one outlier", points), points);
  assert.ok(Math.max(...minMaxScale(points).slice(1)) < 0.1);
  assert.ok(standardize(points)[0] < Math.sqrt(6));
});

test("points are added in the widest gap up to 12, and removed down to 2", () => {
  let state = { points: SEVEN };
  assert.equal(states.addPoint(state).points.at(-1), 14.5);
  while (states.canAdd(state)) state = states.addPoint(state);
  assert.equal(state.points.length, 12);
  while (states.canRemove(state)) state = states.removePoint(state);
  assert.deepEqual(state.points, [22, 5]);
});

test("the axis of the points holds them, whatever they are", () => {
  const rows = [SEVEN, [0, 0], [10_000, 10_000], [-10_000, -9999], [1e-200, 0], [3, 3 + 1e-13]];
  for (const points of rows) {
    const [low, high] = states.domainOf(points);
    assert.ok(low < high && low >= -10_000 && high <= 10_000, `${low}, ${high}`);
    assert.ok(
      points.every((x) => x >= low && x <= high),
      `${points} in ${low}, ${high}`,
    );
  }
});

const SHAPES = [1, 1.5, 4, 10, 50].flatMap((elongation) =>
  [-0.95, -0.4, 0, 1e-12, 0.3, 0.95].map((correlation) => bowl(elongation, correlation)),
);

test("the best weights are the sum of two eigenvectors", () => {
  for (const shape of SHAPES) {
    const [steepest, other] = alongEigenvectors(shape);
    assertNear(
      steepest.map((part, i) => part + other[i]),
      shape.best,
    );
    const scaled = steepest.map((part) => part * shape.largest);
    assertNear(timesHessian(shape, steepest), scaled, 1e-8);
  }
});

test("scaling never raises the condition number, and leaves (1 + |ρ|) / (1 − |ρ|)", () => {
  for (const shape of SHAPES) {
    const { condition } = bowl(1, shape.correlation);
    const rho = Math.abs(shape.correlation);
    assertNear([condition], [(1 + rho) / (1 - rho)], 1e-9);
    assert.ok(shape.condition >= condition - 1e-9);
  }
});

test("no path of a rate up to 2 leaves its chart, and the start is on a contour", () => {
  for (const shape of SHAPES) {
    const axes = windowOf(shape, Math.sqrt(shape.elongation), 0.8);
    for (const rate of [0.05, 1, 1.95, 2]) {
      assert.ok(descend(shape, rate).path.every((at) => within(at, axes)));
    }
    const lossAt = (at) => {
      const away = at.map((weight, i) => weight - shape.best[i]);
      const [p, q] = timesHessian(shape, away);
      return away[0] * p + away[1] * q;
    };
    const through = contours(shape)[3];
    assertNear(
      through.map(lossAt),
      through.map(() => lossAt([0, 0])),
      1e-9,
    );
  }
});

test("a line is cut where it leaves the chart, and parted where it comes back", () => {
  const axes = { x: [0, 10], y: [0, 10] };
  const line = [
    [5, 5],
    [15, 5],
    [15, 8],
    [5, 8],
    [5, 9],
  ];
  const expected = [null, [5, 5], [10, 5], null, [10, 8], [5, 8], [5, 9]];
  assert.deepEqual(clip(line, axes), expected);
  assert.deepEqual(
    clip(
      [
        [-1, 20],
        [20, 20],
      ],
      axes,
    ),
    [],
  );
});

/** The explorable in a page without layout. */
function mount(state) {
  const { document } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const el = document.querySelector("div");
  const model = createModel(state);
  scaling.render({ model, el });
  return { el, model };
}

test("every state has a picture in words, and says what is special about it", async () => {
  const notes = [
    [{}, /\(x − 2\) \/ 20/, /from 110\.09 to 1\.86/],
    [{ points: [4, 4, 4], rate: 2 }, /0\/0 is not a number/, /for ever/],
    [{ points: [-4, 7], rate: 2.0001 }, /−1 and 1/, /both paths diverge/],
    [{ points: [189, 5, 6, 8, 10, 19, 2], correlation: 0 }, /0 to 0\.09/, /round/],
    [{ points: [5e-324, 0, 0], elongation: 1 }, /One point/, /changes nothing/],
    [{ elongation: 50, correlation: 0.95, rate: 0.05 }, /min-max/, /to 39\./],
  ];
  for (const [state, ofPoints, ofBowls] of notes) {
    const { el } = mount(state);
    await unfold(el);
    const [first, second] = [...el.querySelectorAll(".nb-note")].map((note) => note.textContent);
    assert.match(first, ofPoints);
    assert.match(second, ofBowls);
    assert.doesNotMatch(el.innerHTML, /NaN|undefined|Infinity/);
  }
});

test("a key moves a point, its scalings and the model", async () => {
  const { el, model } = mount({});
  const event = new el.ownerDocument.defaultView.Event("keydown", { cancelable: true });
  event.key = "ArrowRight";
  const first = el.querySelector("[role=slider]");
  first.dispatchEvent(event);
  await new Promise((resolve) => queueMicrotask(resolve));
  assert.deepEqual(model.get("points"), [22.5, ...SEVEN.slice(1)]);
  assert.match(first.getAttribute("aria-valuetext"), /^x 22\.5, min-max 1, z-score 1\.\d+$/);
});
