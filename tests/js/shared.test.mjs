// What explorables share: links to a state, buttons, and numbers as readers read them.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { button, enable } from "../../src/normbook/widgets/_shared/controls.mjs";
import { decode, encode } from "../../src/normbook/widgets/_shared/link.mjs";
import { format, parse, readings } from "../../src/normbook/widgets/_shared/numbers.mjs";
import { fire } from "./page.mjs";

test("a state comes back from its link", () => {
  const state = { x: [4.25, -1e6, 1e-9], name: "γ ≠ β ?>", eps: 0 };
  const link = encode("pipeline", state);
  assert.match(link, /^#pipeline=[\w-]+$/);
  assert.deepEqual(decode("pipeline", link), state);
});

const hostile = {
  "no link": undefined,
  "an empty hash": "",
  "another explorable's": encode("quiz", { x: [1] }),
  "a longer name": encode("pipeline2", { x: [1] }),
  "nothing after the name": "#pipeline=",
  "no base64": "#pipeline=<script>alert(1)</script>",
  "no JSON": `#pipeline=${btoa("alert(1)")}`,
  "cut short": encode("pipeline", { x: [1, 2, 3] }).slice(0, -3),
  "far too long": encode("pipeline", { x: Array(5000).fill(1) }),
};
for (const [what, hash] of Object.entries(hostile)) {
  test(`a bad link holds nothing: ${what}`, () => {
    assert.equal(decode("pipeline", hash), null);
  });
}

test("a link cannot reach the prototype of objects", () => {
  decode("pipeline", `#pipeline=${btoa('{"__proto__": {"polluted": 1}}')}`);
  assert.equal({}.polluted, undefined);
});

const written = [
  [0, "0"],
  [-0, "0"],
  [-1.177, "−1.18"],
  [-0.0001, "−10⁻⁴"],
  [2e-5, "2×10⁻⁵"],
  [0.05, "0.05"],
  [10_004.26, "10,004.3"],
  [1e6, "1,000,000"],
  [1.5e12, "1.5×10¹²"],
];
for (const [value, text] of written) {
  test(`${value} is written ${text}`, () => {
    assert.equal(format(value), text);
  });
}

test("a button that cannot act does nothing, and can be in focus", async () => {
  const { document } = parseHTML("<html><body></body></html>");
  let presses = 0;
  const press = () => {
    presses += 1;
  };
  const made = button(document.body, "Next", press, { signal: new AbortController().signal });
  for (const can of [false, true, false]) {
    enable(made, can);
    assert.ok(!made.hasAttribute("disabled"));
    await fire(made, "click");
  }
  assert.equal(presses, 1);
});

const read = [
  ...["0.3", "0,3", " 0.3 ", ".3", "0.30"].map((text) => [text, 0.3]),
  ...["1000", "1,000", "1,000.0", "1'000", "1e3", "10^3", "10³"].map((text) => [text, 1000]),
  ...["2e-5", "2·10⁻⁵", "2⋅10⁻⁵", "2×10^-5", "2x10^-5", "0,00002"].map((text) => [text, 2e-5]),
  ...["2*10^−5", "2*10**-5", "2E-5"].map((text) => [text, 2e-5]),
  ...["-10⁻⁴", "−10^-4", "-10**-4", "–0.0001", "‑1e-4"].map((text) => [text, -1e-4]),
  ...["4,125,000", "4.125.000"].map((text) => [text, 4_125_000]),
  ...["1,000.5", "1.000,5"].map((text) => [text, 1000.5]),
  ...["0,125", "0.125"].map((text) => [text, 0.125]),
  ["1.609", 1.609],
  ...["", "half", "3 of 4", "%", ",", "1,,2", "1,0,0"].map((text) => [text, Number.NaN]),
  ...["1e999", "Infinity", "0x10", "0b11"].map((text) => [text, Number.NaN]),
];
for (const [text, value] of read) {
  test(`“${text}” is read as ${value}`, () => {
    assert.equal(parse(text), value);
  });
}

test("a percent sign is read where percent is asked for, or a share may be meant", () => {
  assert.equal(parse("50 %", { unit: "%", high: 100 }), 50);
  assert.equal(parse("50", { unit: "%", high: 100 }), 50);
  for (const text of ["50%", " 50 % ", "0,5"]) assert.equal(parse(text, { high: 1 }), 0.5);
  assert.equal(parse("50 %", { unit: "rows", high: 64 }), Number.NaN);
  assert.equal(parse("50 %", { high: 2000 }), Number.NaN);
});

test("of two readings that comes first which lies on the scale, and then what is usual", () => {
  assert.deepEqual(readings("1,609", { low: 0, high: 5 }), [1.609, 1609]);
  assert.deepEqual(readings("1,609", { low: 0, high: 10_000 }), [1609, 1.609]);
  assert.deepEqual(readings("1.609", { low: 0, high: 10_000 }), [1.609, 1609]);
  assert.deepEqual(readings("-1,000", { low: -1, high: 1 }), [-1, -1000]);
  assert.deepEqual(readings("7,000", { low: 0, high: 5 }), [7000, 7]);
});

test("what is not a number is never shown", () => {
  assert.throws(() => format(Number.NaN), RangeError);
});
