// Both norms are those of normbook.norms, and the table of invariances tells the truth.

import assert from "node:assert/strict";
import test from "node:test";
import {
  deviation,
  INVARIANCES,
  layerNorm,
  rmsNorm,
} from "../../src/normbook/widgets/rms_vs_layer/arithmetic.mjs";
import { readJson } from "./page.mjs";

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
