// The atlas finds, filters and sorts, and its text says what its record says.

import assert from "node:assert/strict";
import test from "node:test";
import { byEps, differs, order, select } from "../../src/normbook/widgets/atlas/arithmetic.mjs";
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
  const gemmas = ["Gemma 2", "Gemma 3", "Gemma 3n", "Gemma 4"];
  assert.deepEqual(names({ query: "gemma sandwich" }), gemmas);
  assert.deepEqual(names({ query: "pythia" }), ["GPT-NeoX"]);
  assert.deepEqual(names({ query: "1e-12 LAYERNORM post" }).includes("BERT"), true);
  assert.deepEqual(names({ query: "no such model" }), []);
});

test("a filter of placement keeps all that is partly so", () => {
  assert.ok(names({ placement: "pre" }).includes("GPT-J"));
  assert.ok(names({ placement: "pre" }).includes("OLMo Hybrid"));
  assert.deepEqual(names({ placement: "olmo2" }), ["EXAONE 4", "OLMo 2", "OLMo 3", "OLMo Hybrid"]);
});

test("numbers are sorted as numbers", () => {
  const eps = ordered({ sort: "eps" }).map((model) => model.eps);
  assert.deepEqual(
    eps,
    eps.toSorted((a, b) => a - b),
  );
});

test("models whose checkpoint was not found stand behind all others, and are the first backwards", () => {
  const lost = models.filter(({ checkpoint_eps }) => checkpoint_eps === null);
  const last = ordered({ sort: "checkpoint_eps" }).slice(-lost.length);
  assert.deepEqual(last, lost);
  assert.deepEqual(
    ordered({ sort: "checkpoint_eps", descending: true }).slice(0, lost.length),
    lost,
  );
});

test("each checkpoint that was found is counted once by its eps, and has a source", () => {
  const found = models.filter(({ checkpoint }) => checkpoint !== null);
  const counted = byEps(models).flatMap((group) => group.models);
  assert.deepEqual(new Set(counted), new Set(found));
  assert.equal(counted.length, found.length);
  for (const model of found) assert.match(model.checkpoint_source, /^https:\/\//, model.name);
});

test("where no checkpoint was found nothing is said of it", () => {
  for (const { checkpoint, checkpoint_eps, checkpoint_source } of models) {
    assert.equal(checkpoint === null, checkpoint_eps === null);
    assert.equal(checkpoint === null, checkpoint_source === null);
  }
});

test("what the text alternative says is in the record", () => {
  assert.equal(models.length, 60);
  const rms = models.filter(({ norm }) => norm === "RMSNorm");
  assert.equal(new Set(rms.map(({ casts }) => casts)).size, 2);
  assert.equal(rms.filter(({ weight }) => weight === "1 + w").length, 5);
  const old = models.filter(({ checkpoint_eps }) => checkpoint_eps === 1e-12);
  const posts = old.filter(({ placement }) => placement === "post").map(({ name }) => name);
  assert.deepEqual(posts, ["ALBERT", "BERT", "ELECTRA", "XLNet"]);
  const roberta = models.find(({ name }) => name === "RoBERTa");
  assert.deepEqual([roberta.eps, roberta.checkpoint_eps], [1e-12, 1e-5]);
  assert.equal(models.filter(differs).length, 6);
  assert.equal(models.filter(({ checkpoint }) => checkpoint === null).length, 4);
});

test("the table says both epsilons, and the checkpoint's name leads to its source", () => {
  const { el } = mount(atlas, { ...all, record });
  const row = (name) =>
    [...el.querySelectorAll("tbody tr")].find((tr) => tr.children[0].textContent === name);
  const [, own, released] = row("RoBERTa").children;
  assert.deepEqual([own.textContent, released.textContent], ["1e-12", "1e-5"]);
  assert.equal(released.className, "nb-differs");
  const link = row("RoBERTa").querySelector("a");
  assert.equal(link.textContent, "roberta-base");
  assert.match(link.getAttribute("href"), /convert_roberta/);
  assert.equal(row("Apertus").children[2].textContent, "not found");
  assert.equal(row("Apertus").querySelector("a"), null);
});

test("a column's name sorts by it, and again the other way", async () => {
  const { el, model } = mount(atlas, { ...all, record });
  const [, eps] = el.querySelectorAll(".nb-sort");
  await fire(eps, "click");
  assert.equal(eps.closest("th").getAttribute("aria-sort"), "ascending");
  await fire(eps, "click");
  assert.deepEqual([model.get("sort"), model.get("descending")], ["eps", true]);
  assert.equal(eps.closest("th").getAttribute("aria-sort"), "descending");
});

test("while a search is typed the rows in sight follow, and all come when the hand rests", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { el, model } = mount(atlas, { ...all, record });
  const names = () =>
    [...el.querySelectorAll("tbody tr")]
      .filter((row) => !row.hasAttribute("hidden"))
      .map((row) => row.children[0].textContent);
  const input = el.querySelector("input");
  const type = async (query) => {
    input.value = query;
    fire(input, "input");
    await Promise.resolve();
  };
  const found = select(models, { ...all, query: "norm" });
  const sorted = order(found, { sort: "name", descending: false }).map(({ name }) => name);
  assert.equal(names().length, models.length);
  await type("norm");
  assert.deepEqual(names(), sorted.slice(0, 16));
  t.mock.timers.tick(150);
  await type("nor");
  t.mock.timers.tick(150);
  assert.equal(names().length, 16);
  await type("norm");
  t.mock.timers.tick(200);
  assert.deepEqual(names(), sorted);
  await type("no such norm");
  model.set("query", ""); // as Reset does
  await Promise.resolve();
  assert.equal(names().length, models.length);
});

test("on a page a row leads to its chapter; in a notebook there is none", () => {
  const chapters = (base) =>
    mount(atlas, { ...all, record, base }).el.querySelectorAll('tbody a[href="layer_norm.html"]');
  assert.equal(chapters("").length, models.filter(({ norm }) => norm.startsWith("Layer")).length);
  assert.equal(chapters(undefined).length, 0);
});
