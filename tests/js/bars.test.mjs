// What the chart of one vector writes at its bars: true to them, and nothing over another.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { barChart } from "../../src/normbook/widgets/_shared/bars.mjs";

const CHARACTER = 7; // narrower than the module has it: what meets here, meets on the page
const LINE = 12;

/** The texts at the bars that are shown, each with its place; by default the last column is chosen. */
function write(values, domain, chosen = values.length - 1) {
  const { document } = parseHTML("<html><body></body></html>");
  const columns = [];
  const chart = barChart(document.body, { role: "img", onColumn: (each) => columns.push(each) });
  chart.update({ values, domain, chosen });
  return columns
    .map(({ value, index }, i) => ({
      i,
      text: value.textContent,
      isShown: value.getAttribute("display") !== "none",
      x: Number(value.getAttribute("x")),
      y: Number(value.getAttribute("y")),
      below: Number(index.getAttribute("y")),
    }))
    .filter(({ isShown }) => isShown);
}

const number = (text) => Number(text.replace("−", "-").replaceAll(",", ""));

const meet = (a, b) =>
  Math.abs(a.y - b.y) < LINE &&
  Math.abs(a.x - b.x) < ((a.text.length + b.text.length) * CHARACTER) / 2;

function checkApart(written) {
  for (const [k, a] of written.entries()) {
    for (const b of written.slice(0, k)) assert(!meet(a, b), `${a.text} over ${b.text}`);
  }
}

const ROWS = {
  "one outlier, normalized": [
    [-0.58, -0.58, -0.58, 1.73],
    [-2, 2],
  ],
  "one of 80, normalized": [
    [-0.695, -0.514, -0.514, 1.727],
    [-2, 2],
  ],
  "one of 80, centred": [
    [-23, -17, -17, 56],
    [-90, 90],
  ],
  "four alike": [
    [0.5, 0.5, 0.5, 0.5],
    [-2, 2],
  ],
  "of two signs": [
    [-1.41, 0.47, 0.47, 1.41],
    [-2, 2],
  ],
  "beyond the axis": [
    [9.31, -9.27, 9.31, 9.29],
    [-2, 2],
  ],
  thousands: [
    [1000, 7000, 7000, 9000],
    [0, 10000],
  ],
  "a mean of 10,000": [
    [10001, 10007, 10007, 10009],
    [0, 12000],
  ],
};

for (const [name, [values, domain]] of Object.entries(ROWS)) {
  test(`what is written is true to the bars, and apart: ${name}`, () => {
    const written = write(values, domain);
    for (const { i, text } of written) {
      const off = Math.abs(number(text) - values[i]);
      assert(off <= 0.02 * (domain[1] - domain[0]), `${text} at a bar of ${values[i]}`);
    }
    checkApart(written);
    assert(
      written.some(({ i }) => i === values.length - 1),
      "the chosen one's",
    );
  });
}

test("what is written at the longest bar is above the features' numbers", () => {
  for (const row of [
    ...Object.values(ROWS),
    [
      [-2, 0.5, 0.5, 1],
      [-2, 2],
    ],
  ]) {
    for (const { text, y, below } of write(...row)) {
      assert(y <= below - LINE, `${text} at ${y}, and the numbers at ${below}`);
    }
  }
});

test("four values of a norm all have their text", () => {
  assert.equal(write(...ROWS["one outlier, normalized"]).length, 4);
  assert.equal(write(...ROWS["one of 80, normalized"]).length, 4);
  assert.equal(write(...ROWS["of two signs"]).length, 4);
});

test("wherever four bars end side by side, their texts are found a place, or none", () => {
  for (let k = -1000; k <= 1000; k += 1) {
    checkApart(
      write(
        [k, k + 2, k + 4, k + 6].map((value) => 1.7 * value),
        [-1700, 1700],
      ),
    );
  }
});

test("what is written begins behind the axis's numbers, and covers the end of no other bar", () => {
  const right = 37; // where the numbers end
  const highest = 16; // the end of the longest bar
  const perUnit = (134 - 16) / 12;
  for (const values of [
    [10, 9.5, 9, 11],
    [9.5, 9, 8, 11.75, 11.25, 8],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    [10.25, 9.75, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  ]) {
    for (const chosen of values.keys()) {
      for (const { i, text, x, y } of write(values, [0, 12], chosen)) {
        const half = (text.length * CHARACTER) / 2;
        assert(x - half >= right, `${text} of ${values}`);
        const step = (170 - 42) / (values.length + 0.1);
        for (const [k, value] of values.entries()) {
          const end = highest + (12 - value) * perUnit;
          const isBeside = k !== i && Math.abs(k - i) * step < half;
          assert(!isBeside || end > y + 2 || end < y - 11, `${text} over ${value} of ${values}`);
        }
      }
    }
  }
});

test("a line across the bars is drawn below their texts, which stay legible", () => {
  const { document } = parseHTML("<html><body></body></html>");
  const chart = barChart(document.body, { role: "img", onColumn() {} });
  const lines = [{ value: 4, from: 0, to: 1, label: "μ" }];
  chart.update({ values: [5, 3], domain: [0, 10], lines, chosen: 0 });
  const kinds = [...document.querySelectorAll(".nb-bar, .nb-mark, .nb-value")];
  const order = kinds.map((each) => each.getAttribute("class"));
  assert.deepEqual(order, ["nb-bar", "nb-mark", "nb-value", "nb-value"]);
});
