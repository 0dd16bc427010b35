// Float32 arithmetic in JavaScript is that of NumPy, bit for bit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { deviates } from "../../src/normbook/widgets/_shared/random.mjs";
import {
  compare,
  onePass,
  stored,
  twoPass,
  welford,
} from "../../src/normbook/widgets/cancellation/arithmetic.mjs";

const vectors = JSON.parse(readFileSync(new URL("vectors/cancellation.json", import.meta.url)));

for (const { mean, seed, x, truth, ...expected } of vectors) {
  const where = `${x.length} numbers around ${mean}`;
  test(`both languages make the same numbers: ${where}`, () => {
    assert.deepEqual(stored(deviates(x.length, seed), mean), x);
  });
  test(`the three variances are NumPy's: ${where}`, () => {
    const found = { onePass: onePass(x), twoPass: twoPass(x), welford: welford(x) };
    assert.deepEqual(found, expected);
    const exact = compare(deviates(x.length, seed), mean).truth;
    assert.ok(Math.abs(exact - truth) <= 1e-9 * Math.max(1, truth));
  });
}

test("the deviates have mean 0 and variance 1", () => {
  const values = deviates(4096, 5);
  const mean = values.reduce((sum, value) => sum + value) / 4096;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4096;
  assert.ok(Math.abs(mean) < 0.05 && Math.abs(variance - 1) < 0.05, `${mean}, ${variance}`);
});

test("at a mean of 10,000 one-pass errs by more than the variance, and the others do not", () => {
  const { errors } = compare(deviates(512, 0), 1e4);
  assert.ok(errors.onePass > 1 && errors.twoPass < 0.001 && errors.welford < 0.01);
});
