// The pipeline's arithmetic says what normbook.norms says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { layerNorm } from "../../src/normbook/widgets/pipeline/arithmetic.mjs";

const vectors = JSON.parse(readFileSync(new URL("vectors/pipeline.json", import.meta.url)));

function assertClose(actual, expected, what) {
  const tolerance = 1e-11 * Math.max(1e-3, Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, expected ${expected}`);
}

for (const { name, state, ...expected } of vectors) {
  test(`every step agrees with normbook.norms: ${name}`, () => {
    const actual = layerNorm(state);
    for (const key of ["mean", "variance", "rstd"]) assertClose(actual[key], expected[key], key);
    for (const key of ["xHat", "y"]) {
      assert.equal(actual[key].length, state.x.length);
      for (const [i, value] of actual[key].entries()) {
        assertClose(value, expected[key][i], `${key}[${i}]`);
      }
    }
  });
}

test("there are enough vectors to mean something", () => {
  assert.ok(vectors.length >= 20);
});

test("centred values sum to 0 and are measured from the mean", () => {
  const { centred, mean } = layerNorm({ x: [4, 1, 3, 8], weight: [], bias: [], eps: 0 });
  assert.equal(mean, 4);
  assert.deepEqual(centred, [0, -3, -1, 4]);
});
