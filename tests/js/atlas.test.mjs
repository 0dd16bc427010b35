// The atlas finds, filters and sorts, and its text says what its record says.

import assert from "node:assert/strict";
import test from "node:test";
import { byEps, order, select } from "../../src/normbook/widgets/atlas/arithmetic.mjs";
import atlas from "../../src/normbook/widgets/atlas/widget.mjs";
import { fire, mount, readJson } from "./page.mjs";

const record = readJson("../../src/normbook/data/experiments/atlas.json");
const { models } = record;
const all = { query: "", norm: "all", placement: "all", sort: "name", descending: false };
const names = (state) => select(models, { ...all, ...state }).map(({ name }) => name);
const ordered = (state) => order(models, { ...all, ...state });

test("without a filter all models are there, by name", () => {
  assert.equal(names({}).length, models.length);
  assert.equal(ordered({})[0].name, "ALBERT");
  assert.equal(ordered({ descending: true }).at(-1).name, "ALBERT");
});

test("every word of a search must be in the row", () => {
  assert.deepEqual(names({ query: "gemma sandwich" }), ["Gemma 2", "Gemma 3"]);
  assert.deepEqual(names({ query: "1e-12 LAYERNORM post" }).includes("BERT"), true);
  assert.deepEqual(names({ query: "no such model" }), []);
});

test("a filter of placement keeps the parallel blocks among pre", () => {
  assert.ok(names({ placement: "pre" }).includes("GPT-J"));
  assert.deepEqual(names({ placement: "olmo2" }), ["OLMo 2", "OLMo 3"]);
});

test("numbers are sorted as numbers", () => {
  const eps = ordered({ sort: "eps" }).map((model) => model.eps);
  assert.deepEqual(
    eps,
    eps.toSorted((a, b) => a - b),
  );
});

test("each model is counted once by its eps", () => {
  const groups = byEps(models);
  assert.equal(
    groups.reduce((sum, group) => sum + group.models.length, 0),
    models.length,
  );
});

test("what the text alternative says is in the record", () => {
  assert.equal(models.length, 40);
  const rms = models.filter(({ norm }) => norm === "RMSNorm");
  assert.equal(new Set(rms.map(({ casts }) => casts)).size, 2);
  assert.equal(models.filter(({ weight }) => weight === "1 + w").length, 3);
  const bert = models.find(({ name }) => name === "BERT");
  assert.deepEqual([bert.eps, bert.placement], [1e-12, "post"]);
});

test("a column's name sorts by it, and again the other way", async () => {
  const { el, model } = mount(atlas, { ...all, record });
  const [, , eps] = el.querySelectorAll(".nb-sort");
  await fire(eps, "click");
  assert.equal(eps.closest("th").getAttribute("aria-sort"), "ascending");
  await fire(eps, "click");
  assert.deepEqual([model.get("sort"), model.get("descending")], ["eps", true]);
  assert.equal(eps.closest("th").getAttribute("aria-sort"), "descending");
});

test("on a page a row leads to its chapter; in a notebook there is none", () => {
  const page = mount(atlas, { ...all, record, base: "" }).el;
  assert.equal(page.querySelector("tbody a").getAttribute("href"), "layer_norm.html");
  assert.equal(mount(atlas, { ...all, record }).el.querySelector("a"), null);
});
