// Float32 arithmetic in JavaScript is that of NumPy, bit for bit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { deviates } from "../../src/normbook/widgets/_shared/random.mjs";
import { oneTwoFive } from "../../src/normbook/widgets/_shared/ranges.mjs";
import {
  compare,
  digitsOf,
  digitsOfTerms,
  onePass,
  stored,
  twoPass,
  welford,
} from "../../src/normbook/widgets/cancellation/arithmetic.mjs";
import widget from "../../src/normbook/widgets/cancellation/widget.mjs";
import { mount, press } from "./page.mjs";

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

for (const [exact, found, kept, lost] of [
  [1.0327, 1.0327, "1.0327", ""],
  [1.0327, 1.03, "1.03", "27"],
  [1.0327, 0, "", "1.0327"],
  [1.0327, -4, "", "1.0327"],
  [0.9999, 1.0001, "0.999", "9"], // no digit is the same, and three decimals are right
  [100_000_001.0327, 100_000_000, "100,000,00", "1.0327"],
  [123_456.5, 123_000, "123,", "456.5000"],
  [0, 0, "0.0000", ""],
]) {
  test(`of ${exact}, ${found} has lost “${lost}”`, () => {
    assert.deepEqual(digitsOf(BigInt(Math.round(exact * 1e12)), found), { kept, lost });
  });
}

test("the first row less the second is the third, and that the variance, at every mean", () => {
  const tenThousandths = ({ kept, lost }) => BigInt(`${kept}${lost}`.replaceAll(/[,.]/g, ""));
  for (const mean of [0, ...oneTwoFive(1, 1e8)]) {
    for (const features of [2, 512]) {
      const values = deviates(features, 0);
      const { squares, square, difference } = digitsOfTerms(stored(values, mean));
      const left = Number(tenThousandths(squares) - tenThousandths(square));
      const off = left - Number(tenThousandths(difference)); // each of the three is rounded
      assert.ok(Math.abs(off) <= 1, `${features} at ${mean}: ${off} ten-thousandths`);
      const variance = 1e4 * compare(values, mean).truth;
      const error = Number(tenThousandths(difference)) - variance;
      assert.ok(Math.abs(error) < 0.51, `${features} at ${mean}: ${error} ten-thousandths`);
    }
  }
});

test("the more digits the squares have, the fewer are left of their difference", () => {
  const lost = [1, 10, 100, 1000, 1e4].map((mean) => {
    const { difference } = digitsOfTerms(stored(deviates(512, 0), mean));
    return difference.lost.replaceAll(/\D/g, "").length;
  });
  assert.deepEqual(lost, lost.toSorted());
  assert.deepEqual([lost[0], lost.at(-1)], [0, 5]);
});

test("the digits stand in a table, those that are lost struck through and counted", async () => {
  const { el } = mount(widget, {});
  const rows = () => [...el.querySelectorAll(".nb-digits tr")];
  const [squares, , difference, found] = rows();
  assert.match(squares.textContent, /^mean of x²100,000,\d/);
  assert.match(difference.querySelector("s").textContent, /^\d\.\d{4}$/);
  assert.match(difference.querySelector(".nb-spoken").textContent, /5 digits are lost/);
  assert.equal(found.querySelector("s").textContent, "");
  await press(el, "mean 10");
  assert.doesNotMatch(difference.textContent, /5 digits/);
});
