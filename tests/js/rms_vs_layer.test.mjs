// Both norms are those of normbook.norms, and the table of invariances tells the truth.

import assert from "node:assert/strict";
import test from "node:test";
import {
  deviation,
  INVARIANCES,
  layerNorm,
  rmsNorm,
} from "../../src/normbook/widgets/rms_vs_layer/arithmetic.mjs";
import widget from "../../src/normbook/widgets/rms_vs_layer/widget.mjs";
import { mount, readJson } from "./page.mjs";

for (const { name, x, eps, layer, rms } of readJson("vectors/rms_vs_layer.json")) {
  test(`both norms agree with normbook.norms: ${name}`, () => {
    for (const [actual, expected] of [
      [layerNorm(x, eps), layer],
      [rmsNorm(x, eps), rms],
    ]) {
      for (const [i, value] of actual.entries()) {
        assert.ok(Math.abs(value - expected[i]) < 1e-10, `${actual}, not ${expected}`);
      }
    }
  });
}

const off = (norm, name, x, eps) =>
  deviation(
    norm,
    INVARIANCES.find((each) => each.name === name),
    x,
    eps,
  );

test("a shift is seen by RMSNorm alone", () => {
  assert.ok(off(layerNorm, "shift", [3, 0, 2.5, 5], 1e-5) < 1e-12);
  assert.ok(off(rmsNorm, "shift", [3, 0, 2.5, 5], 1e-5) > 0.1);
});

test("a scale is seen by neither, but for ε", () => {
  for (const norm of [layerNorm, rmsNorm]) {
    assert.ok(off(norm, "scale", [3, 0, 2.5, 5], 0) < 1e-12);
    assert.ok(off(norm, "scale", [3, 0, 2.5, 5], 1) > 0.01);
  }
});

test("sign and order pass through both, whatever ε is", () => {
  for (const norm of [layerNorm, rmsNorm]) {
    for (const name of ["sign", "permutation"]) {
      assert.ok(off(norm, name, [3, 0, 2.5, 5], 1) < 1e-12, name);
    }
  }
});

test("the mean is said to be 0 where it is, and not where ε alone makes both outputs small", () => {
  const note = (state) => mount(widget, state).el.querySelector(".nb-note").textContent;
  assert.match(note({ x: [0.1, 0.2, -0.3], offset: 0, eps: 1e-5 }), /^The mean is 0/);
  assert.match(note({ x: [3e-9, 0, 0], offset: 0, eps: 100 }), /^ε is no longer small/);
});
