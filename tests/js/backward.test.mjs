// The gradient that is drawn is that of normbook.norms.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { backward, dot } from "../../src/normbook/widgets/backward/arithmetic.mjs";
import widget from "../../src/normbook/widgets/backward/widget.mjs";
import { mount, unfold } from "./page.mjs";

const vectors = JSON.parse(readFileSync(new URL("vectors/backward.json", import.meta.url)));
const both = { through_mean: true, through_var: true };
const start = { x: [4, 1, 3, 8], dy: [1, 0.5, -0.5, 2], eps: 0, ...both };

function assertNear(actual, expected, tolerance) {
  const scale = Math.max(1, ...expected.map(Math.abs));
  for (const [i, value] of actual.entries()) {
    assert.ok(Math.abs(value - expected[i]) <= tolerance * scale, `${actual}, not ${expected}`);
  }
}

for (const { name, state, dx } of vectors) {
  test(`dx agrees with normbook.norms: ${name}`, () => {
    assertNear(backward({ ...state, ...both }).dx, dx, 1e-10);
  });
  test(`the finite difference agrees with dx: ${name}`, () => {
    const { numeric } = backward({ ...state, ...both });
    if (numeric) assertNear(numeric, dx, 1e-6);
    else assert.equal(state.eps, 0);
  });
}

test("where x is nearly constant no float64 is near enough for a difference, and that is said", async () => {
  const state = { x: [3, 3, 3, 3.00000000001], dy: [1, 0.5, -0.5, 2], eps: 0, ...both };
  const { numeric, dx } = backward(state);
  assert.equal(numeric, null);
  assert.ok(dx.every(Number.isFinite));
  const { el } = mount(widget, state);
  await unfold(el);
  const [, , last] = el.querySelectorAll(".nb-row");
  assert.match(last.textContent, /none.*too steep here/);
  assert.doesNotMatch(el.textContent, /NaN/);
});

test("dx is orthogonal to 1, and without ε to x̂", () => {
  const { dx, xHat } = backward(start);
  assert.ok(
    Math.abs(
      dot(
        dx,
        dx.map(() => 1),
      ),
    ) < 1e-12,
  );
  assert.ok(Math.abs(dot(dx, xHat)) < 1e-12);
});

test("what comes of a gradient along 1 or x̂ is 0, not its rounding, and which of them is said", () => {
  for (const x of [start.x, [-2.5, 0.1, 7, 3.3, 0.7]]) {
    const { xHat } = backward({ ...start, x, dy: x });
    for (const [dy, said] of [
      [x.map(() => 0.3), "dy lies along 1."],
      [xHat, "dy lies along x̂."],
      [xHat.map((value) => 2 * value - 0.7), "dy has a part along 1, one along x̂, and no other."],
    ]) {
      const state = { ...start, x, dy };
      assert.ok(
        backward(state).dx.every((value) => value === 0),
        `${backward(state).dx}`,
      );
      assert.ok(mount(widget, state).el.textContent.includes(said), said);
    }
  }
});

test("with ε it is not orthogonal to x̂", () => {
  const { dx, xHat } = backward({ ...start, eps: 10 });
  assert.ok(Math.abs(dot(dx, xHat)) > 0.1);
});

test("a gradient along 1 or along x̂ does not come through", () => {
  const { xHat } = backward(start);
  for (const dy of [[1, 1, 1, 1], xHat]) {
    for (const value of backward({ ...start, dy }).dx) assert.ok(Math.abs(value) < 1e-12);
  }
});

test("a statistic that is not differentiated gives a wrong gradient", () => {
  for (const off of [{ through_mean: false }, { through_var: false }]) {
    const { dx, numeric } = backward({ ...start, ...off });
    assert.ok(Math.max(...dx.map((value, i) => Math.abs(value - numeric[i]))) > 0.05);
  }
});

for (const [x, dy] of [
  [start.x, start.dy],
  [
    [1000, -1000, 500, -800],
    [0.001, 0, 0, 0],
  ],
  [start.x, [1e-9, 0, 0, 0]],
]) {
  test(`a missing term is told, however small dx is: ${x}, ${dy}`, async () => {
    const verdict = async (through_mean) => {
      const { el } = mount(widget, { x, dy, eps: 1e-5, through_mean, through_var: true });
      await unfold(el);
      return [...el.querySelectorAll(".nb-row")].map((row) => row.textContent);
    };
    const right = await verdict(true);
    assert.match(right[0], /0orthogonal to 1$/);
    assert.match(right[2], /dx is right$/);
    const wrong = await verdict(false);
    assert.match(wrong[0], /not orthogonal to 1$/);
    assert.match(wrong[2], /dx is wrong$/);
  });
}

test("a gradient that is 0 is right", async () => {
  const { el } = mount(widget, { ...start, dy: [1, 1, 1, 1] });
  await unfold(el);
  assert.match([...el.querySelectorAll(".nb-row")][2].textContent, /dx is right$/);
});
