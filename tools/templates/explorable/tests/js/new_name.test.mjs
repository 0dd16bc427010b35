// The arithmetic of new_name is that of normbook.norms.

import assert from "node:assert/strict";
import test from "node:test";
import { normalize } from "../../src/normbook/widgets/new_name/arithmetic.mjs";
import { readJson } from "./page.mjs";

for (const { x, eps, y } of readJson("vectors/new_name.json")) {
  test(`LayerNorm of ${x} at an eps of ${eps}`, () => {
    const found = normalize(x, eps);
    assert.equal(found.length, y.length);
    for (const [i, value] of found.entries()) {
      assert.ok(Math.abs(value - y[i]) < 1e-9, `${value}, and normbook.norms says ${y[i]}`);
    }
  });
}
