// Half-precision LayerNorm in JavaScript is that of NumPy and torch, bit for bit; and the text is true.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import {
  bands,
  curve,
  exact,
  exactStd,
  normalize,
} from "../../src/normbook/widgets/epsilon/arithmetic.mjs";
import { lesson } from "../../src/normbook/widgets/epsilon/lesson.mjs";
import { steps } from "../../src/normbook/widgets/epsilon/steps.mjs";
import epsilon from "../../src/normbook/widgets/epsilon/widget.mjs";
import { unfold } from "./page.mjs";

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url)));
const WORDS = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};
const restored = (values) => values.map((value) => WORDS[value] ?? Math.fround(value));
const HALVES = ["float16", "bfloat16"];
const SCALES = Array.from({ length: 131 }, (_, i) => 10 ** (-8 + i / 10));

for (const { state, x, y, exact: expected } of read("vectors/epsilon.json")) {
  const { dtype, scale, eps, place, upcast } = state;
  const where = `${dtype}${upcast ? " by way of float32" : ""}, scale ${scale}, ε ${eps} ${place}`;
  test(`both languages have the same x and x̂: ${where}`, () => {
    const found = normalize(state);
    assert.deepEqual(found.x, restored(x));
    assert.deepEqual(found.xHat, restored(y));
    if (expected === null || found.kind !== "number") return;
    if (dtype === "float32") {
      assert.ok(Math.abs(found.std - expected) < 1e-6, `${found.std}`);
      assert.ok(Math.abs(exact(state).std - expected) < 1e-6);
    }
    if (upcast) assert.ok(Math.abs(found.std - expected) < (dtype === "float16" ? 1e-3 : 5e-3));
  });
}

for (const { why, valid, state } of read("states/epsilon.json")) {
  test(`a state is ${valid ? "taken" : "refused"}: ${why}`, () => {
    assert.equal(epsilon.parse(state) !== null, valid);
  });
}

const start = epsilon.parse({});
const at = (changes) => ({ ...start, ...changes });

test("at a standard deviation of 1e-3 an ε of 1e-5 leaves 0.30 inside the root, 0.99 outside", () => {
  assert.ok(Math.abs(normalize(start).std - 0.3015) < 1e-4);
  assert.ok(Math.abs(normalize(at({ place: "outside" })).std - 0.9901) < 1e-4);
});

test("the output is 1/√2 where σ is √ε, and outside the root 1/2 where σ is ε", () => {
  for (const eps of [1e-12, 1e-6, 1e-2]) {
    const inside = exact(at({ scale: Math.sqrt(eps), eps })).std;
    const outside = exact(
      at({ scale: Math.max(eps, 1e-8), eps: Math.max(eps, 1e-8), place: "outside" }),
    );
    assert.ok(Math.abs(inside - Math.SQRT1_2) < 1e-12);
    assert.ok(Math.abs(outside.std - 0.5) < 1e-12);
  }
});

test("float16 without float32 statistics: a standard deviation of 300 overflows, and all of x̂ is 0", () => {
  const found = normalize(at({ dtype: "float16", scale: 300 }));
  assert.equal(found.kind, "overflow");
  assert.ok(found.xHat.every((value) => value === 0));
  const { kind, std } = normalize(at({ dtype: "float16", scale: 300, upcast: true }));
  assert.ok(kind === "number" && Math.abs(std - 1) < 1e-3);
});

test("float16: 1e-8 and 1e-12 round to 0, 1e-7 to 1.19e-7; then small x is no number", () => {
  for (const eps of [1e-8, 1e-12]) {
    const found = normalize(at({ dtype: "float16", eps, scale: 1e-4 }));
    assert.equal(found.eps, 0);
    assert.equal(found.kind, "nan");
    assert.equal(
      normalize(at({ dtype: "float16", eps, scale: 1e-4, upcast: true })).kind,
      "number",
    );
  }
  assert.equal(normalize(at({ dtype: "float16", eps: 1e-7 })).eps, 2 ** -23);
});

test("float16 outside the root: where σ² rounds to 0, x̂ is many times too large", () => {
  const { kind, std, sigma } = normalize(at({ dtype: "float16", scale: 1e-4, place: "outside" }));
  assert.equal(sigma, 0);
  assert.equal(kind, "large");
  assert.ok(std > 9.9 && std < 10.1);
});

test("float32 and bfloat16 have no gap at any scale and any ε, and float16 has", () => {
  for (const eps of [0, 1e-12, 1e-5, 1]) {
    for (const place of ["inside", "outside"]) {
      for (const upcast of [false, true]) {
        for (const dtype of ["float32", "bfloat16"]) {
          const points = curve(at({ dtype, eps, place, upcast }), SCALES);
          assert.deepEqual(bands(points), []);
          const right = points.every(
            ({ scale, std }) => Math.abs(std / exact(at({ scale, eps, place })).std - 1) < 0.02,
          );
          assert.ok(right);
        }
      }
    }
  }
  const kinds = bands(curve(at({ dtype: "float16", eps: 1e-8 }), SCALES)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["nan", "overflow", "nan"]);
});

test("the bands of a curve touch neither its ends' outside nor one another", () => {
  const points = ["nan", "nan", "number", "overflow", "nan"].map((kind, i) => ({
    scale: 10 ** (2 * i),
    kind,
  }));
  const edges = bands(points).map(({ kind, from, to }) => [kind, Math.log10(from), Math.log10(to)]);
  assert.deepEqual(edges, [
    ["nan", 0, 3],
    ["overflow", 5, 7],
    ["nan", 7, 8],
  ]);
});

/** Every combination of what a reader can choose, more coarsely. */
function* everyState() {
  for (const dtype of ["float32", ...HALVES]) {
    for (const place of ["inside", "outside"]) {
      for (const upcast of [false, true]) {
        for (const eps of [0, 1e-12, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3, 1]) {
          for (const scale of SCALES.filter((_, i) => i % 3 === 0)) {
            yield { dtype, place, upcast, eps, scale };
          }
        }
      }
    }
  }
}

test("what is said and tabled is true of every state, and in words", () => {
  for (const state of everyState()) {
    const [now, truth] = [normalize(state), exact(state)];
    const said = lesson(state, now, truth);
    assert.ok(Math.abs(exactStd(state) - truth.std) <= 1e-12);
    const cells = steps(state, now, truth).flatMap((row) => row.cells);
    assert.doesNotMatch([said, ...cells].join(" "), /NaN|undefined|Infinity/);
    // Float16 alone is spoken of as broken, and every bad outcome is explained.
    const bad = now.kind !== "number";
    assert.ok(!bad || (/float16/.test(said) && state.dtype === "float16"), said);
    // "Few digits" is said only where σ² is subnormal.
    if (/few digits/i.test(said)) {
      assert.ok(state.dtype === "float16" && now.variance < 2 ** -14, said);
    }
    if (/σ² rounds to 0/.test(said)) assert.equal(now.variance, 0);
  }
});

function mount(state) {
  const { document } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const el = document.querySelector("div");
  const model = createModel(state);
  epsilon.render({ model, el });
  return { el, model };
}

test("the picture has words for every outcome, and is the same each time", async () => {
  for (const state of [{}, { dtype: "float16", eps: 1e-8, scale: 1e-4 }, { eps: 0 }]) {
    const { el } = mount(at(state));
    assert.doesNotMatch(el.innerHTML, /NaN|undefined|Infinity/);
    assert.equal(el.innerHTML, mount(at(state)).el.innerHTML);
  }
  const { el } = mount(at({ dtype: "float16", eps: 1e-8, scale: 1e-4 }));
  await unfold(el);
  const [left, right] = [...el.querySelectorAll(".nb-plot")].map((box) => box.querySelector("svg"));
  assert.match(left.getAttribute("aria-label"), /Output: not a number; exactly 0\.707/);
  assert.match(right.getAttribute("aria-label"), /\d+ of 378 cells: not a number\./);
});

test("the name of a narrow band stays within the axes, and no line crosses the name of ε", () => {
  const { el } = mount(at({ dtype: "float16", eps: 1e-5, scale: 1e-4, place: "outside" }));
  const svg = el.querySelector(".nb-plot svg");
  const [, right] = svg
    .querySelector(".nb-frame")
    .getAttribute("d")
    .match(/H([\d.]+)$/);
  const bands = [...svg.querySelectorAll("[transform].nb-rule-name")];
  assert.ok(bands.some(({ textContent }) => textContent === "not a number"));
  for (const band of bands) {
    const [, x] = band.getAttribute("transform").match(/^translate\(([\d.]+)/);
    assert.ok(Number(x) + 7 <= Number(right), band.textContent);
  }
  const rules = [...svg.querySelectorAll(".nb-rule")].map((line) => line.nextSibling.textContent);
  assert.deepEqual(rules, ["", "ε = 10⁻⁵"]);
});

test("the table says where a 0 or an overflow begins, and what follows from it", () => {
  const said = (changes) => {
    const state = at(changes);
    return steps(state, normalize(state), exact(state)).map(({ cells }) => cells[2]);
  };
  const away = "0: rounded away";
  const half = { dtype: "float16", eps: 1e-8 };
  assert.deepEqual(said({ ...half, scale: 1e-4 }), ["10⁻⁴", away, away, "0", "0", "not a number"]);
  assert.deepEqual(said({ ...half, scale: 1e-8 }), [away, "0", away, "0", "0", "not a number"]);
  const over = ["300", "overflow", away, "overflow", "overflow", "0"];
  assert.deepEqual(said({ ...half, scale: 300 }), over);
});

test("a model is named beside its default, and the nearest one beside another ε", async () => {
  const { el, model } = mount(start);
  await unfold(el);
  const models = el.querySelector(".nb-models");
  assert.match(models.textContent, /is the default of GPT-2/);
  model.set("eps", 0);
  await new Promise((resolve) => queueMicrotask(resolve));
  assert.match(models.textContent, /Nearest of the defaults in the map: 10⁻¹², of BERT/);
});
