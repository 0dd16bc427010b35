// Numbers on an axis and on a slider: which of a list is meant.

import assert from "node:assert/strict";
import test from "node:test";
import { nearest } from "../../src/normbook/widgets/_shared/ranges.mjs";

for (const [values, wanted, chosen] of [
  [[1e-5, 1e-3, 1], 1e-3, 1e-3],
  [[1e-5, 1e-3, 1], 2e-2, 1e-3], // by difference, too, and
  [[1e-5, 1e-3, 1], 0.2, 1], // by ratio alone
  [[0, 1e-12, 1e-5], 0, 0],
  [[0, 1e-12, 1e-5], 1e-6, 1e-5],
  [[-4, -1, 0, 1, 4], -3, -4],
  [[-4, -1, 0, 1, 4], -0.2, 0],
  [[-4, -1, 0, 1, 4], 9, 4],
  [[1, 2, 4], -7, 1],
]) {
  test(`of ${values.join(", ")} the nearest to ${wanted} is ${chosen}`, () => {
    assert.equal(values[nearest(values, wanted)], chosen);
  });
}
