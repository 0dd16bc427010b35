// All 65,536 numbers of either half-precision dtype, their midpoints and what lies beside those.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bfloat16, float16, float32 } from "../../src/normbook/widgets/_shared/rounding.mjs";

const vectors = JSON.parse(readFileSync(new URL("vectors/rounding.json", import.meta.url)));
const DTYPES = {
  float16: { round: float16, fraction: 10, bias: 15, largest: 65_504 },
  bfloat16: { round: bfloat16, fraction: 7, bias: 127, largest: 2 ** 127 * (2 - 2 ** -7) },
};

/** The number that 16 bits stand for. */
function decode(bits, { fraction, bias }) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits & 0x7fff) >> fraction;
  const part = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  if (exponent === 2 * bias + 1) return part ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? (1 + part) * 2 ** (exponent - bias) : part * 2 ** (1 - bias));
}

function checksum(values) {
  return createHash("sha256").update(Float64Array.from(values)).digest("hex");
}

/** The float64 number beside a positive one, above (1) or below (−1). */
function beside(value, direction) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(direction));
  return view.getFloat64(0);
}

/** The float32 number beside a positive one. */
function beside32(value, direction) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + direction);
  return view.getFloat32(0);
}

for (const { dtype, samples, ...expected } of vectors) {
  const { round, largest, ...layout } = DTYPES[dtype];
  const every = Array.from({ length: 65_536 }, (_, bits) => decode(bits, layout));
  const infinity = every.indexOf(Number.POSITIVE_INFINITY);
  const ascending = every.slice(0, infinity);
  const beyond = 2 * largest - ascending.at(-2);
  const middles = ascending.map((value, i) => (value + (ascending[i + 1] ?? beyond)) / 2);

  test(`${dtype}: every number is what the library reads, and stays what it is`, () => {
    assert.equal(ascending.at(-1), largest);
    assert.equal(checksum(every.filter(Number.isFinite)), expected.numbers);
    assert.equal(every.filter(Number.isNaN).length, expected.notNumbers);
    for (const value of every) assert.ok(Object.is(round(value), value), `${value}`);
  });

  test(`${dtype}: a midpoint goes to the neighbour whose bits are even, the last one to ∞`, () => {
    for (const [bits, middle] of middles.entries()) {
      const even = every[bits + (bits % 2)];
      assert.ok(round(middle) === even && Object.is(round(-middle), -even), `${middle}`);
    }
    assert.equal(checksum(middles.map(round)), expected.middle);
  });

  test(`${dtype}: beside a midpoint goes to the nearer neighbour`, () => {
    for (const [bits, middle] of middles.entries()) {
      assert.equal(round(beside(middle, 1)), every[bits + 1]);
      assert.equal(round(beside(middle, -1)), every[bits]);
      assert.ok(Object.is(round(-beside(middle, -1)), -every[bits]));
    }
    assert.equal(checksum(middles.map((value) => round(beside32(value, 1)))), expected.above);
    assert.equal(checksum(middles.map((value) => round(beside32(value, -1)))), expected.below);
  });

  test(`${dtype}: numbers in between are the library's`, () => {
    for (const [value, rounded] of samples) assert.equal(round(value), rounded);
  });

  test(`${dtype}: what is too large is ±∞, what is too small is ±0, and no number stays none`, () => {
    for (const value of [1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
      assert.equal(round(value), Number.POSITIVE_INFINITY);
      assert.equal(round(-value), Number.NEGATIVE_INFINITY);
    }
    for (const value of [0, 1e-300, Number.MIN_VALUE]) {
      assert.ok(Object.is(round(value), 0));
      assert.ok(Object.is(round(-value), -0));
    }
    assert.ok(Number.isNaN(round(Number.NaN)));
  });
}

test("epsilons in float16: 1e-8 and 1e-12 are 0, 1e-7 is 1.19e-7", () => {
  assert.equal(float16(1e-12), 0);
  assert.equal(float16(1e-8), 0);
  assert.equal(float16(1e-7), 2 ** -23);
});

test("(1 + w) in bfloat16: 15.8125 + 1 is 16.75", () => {
  assert.equal(bfloat16(15.8125 + 1), 16.75);
});

test("float32 is Math.fround", () => {
  assert.equal(float32(0.1), Math.fround(0.1));
});
