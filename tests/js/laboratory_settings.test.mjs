// What can be set in the laboratory: what comes of it, which question it answers, and what a link keeps.

import assert from "node:assert/strict";
import test from "node:test";
import { decode, encode } from "../../src/normbook/widgets/_shared/link.mjs";
import { complete } from "../../src/normbook/widgets/laboratory/engine/spec.mjs";
import { KEYS } from "../../src/normbook/widgets/laboratory/placements.mjs";
import { FIRST, PRESETS, presetOf } from "../../src/normbook/widgets/laboratory/presets.mjs";
import { inShort } from "../../src/normbook/widgets/laboratory/setting.mjs";
import { differIn, parse, specsOf, TRAITS } from "../../src/normbook/widgets/laboratory/state.mjs";
import widget from "../../src/normbook/widgets/laboratory/widget.mjs";
import { fire, mount, press, settled } from "./page.mjs";

const START = parse({});
const SPECS = specsOf(START);

test("A and B share all but norm and placement", () => {
  const [a, b] = specsOf({
    ...START,
    placement: "pre",
    other_placement: "post",
    other_norm: "rms",
  });
  assert.deepEqual({ ...a, placement: "post", norm: "rms" }, b);
  assert.equal(a.width, 24);
});

test("a network of which nothing is said is A at the start", () => {
  assert.deepEqual(complete({}), SPECS[0]);
});

test("B may differ in one setting more, at first by nothing", () => {
  for (const [name, start] of [
    ["rate", 0.003],
    ["learn_gamma", 1],
    ["qk_norm", 0],
  ]) {
    const state = { ...START, ...differIn(name, START), other_placement: "pre" };
    assert.equal(state.other_value, start);
    assert.ok(parse(state));
    assert.deepEqual(specsOf(state)[0], specsOf(state)[1]);
  }
  const [a, b] = specsOf({ ...START, differs: "eps", other_value: 1 });
  assert.deepEqual([a.epsilon, b.epsilon], [1e-5, 1]);
  const frozen = specsOf({ ...START, differs: "learn_gamma", other_value: 0 });
  assert.deepEqual(
    frozen.map((spec) => spec.learn_gamma),
    [true, false],
  );
  assert.deepEqual(differIn("nothing", START), { differs: "nothing", other_value: 0 });
});

test("each preset is a setting with a question, and is known again whatever the seed", () => {
  assert.ok(FIRST.length <= 3 && FIRST.every((key) => key in PRESETS));
  for (const [key, { set, question, look }] of Object.entries(PRESETS)) {
    const state = parse({ ...START, ...set, seed: 7 });
    assert.ok(state, key);
    assert.match(question, /\?$/);
    assert.match(look, /\.$/);
    assert.equal(presetOf(state, TRAITS), key);
  }
  assert.equal(presetOf({ ...START, rate: 1 }, TRAITS), undefined);
});

test("a question stays while the reader does what it asks, and goes with any other change", async () => {
  for (const [key, { set, moves = [] }] of Object.entries(PRESETS)) {
    assert.ok(moves.every((name) => name in TRAITS && name !== "seed"));
    for (const name of moves) {
      assert.ok(parse({ ...START, ...set }), key);
      assert.equal(presetOf({ ...START, ...set, [name]: "moved" }, TRAITS, key), key);
    }
  }
  const { el, model } = mount(widget, START);
  const asked = () => el.querySelector(".nb-lab-question strong").textContent;
  const depth = el.querySelector(".nb-lab-lever input");
  depth.value = "23"; // its place among the depths
  await fire(depth, "input");
  assert.equal(model.get("blocks"), 24);
  assert.equal(asked(), PRESETS.depth.question, "though another preset has 24 blocks");
  assert.equal(el.querySelector("[aria-pressed=true]").textContent, "How deep?");
  await fire(el.querySelectorAll(".nb-wires-before")[1], "click");
  assert.equal(model.get("other_placement"), "pre");
  assert.equal(asked(), PRESETS.depth.question, "to save B is no other question");
  await press(el, "How deep?");
  assert.equal(asked(), PRESETS.depth.question);
  model.set("rate", 1);
  await settled();
  assert.equal(asked(), "Your own setting.");
  const linked = mount(widget, START, encode("laboratory", { blocks: 24 }));
  await settled();
  const words = linked.el.querySelector(".nb-lab-question").textContent;
  assert.ok(words.startsWith(PRESETS.rescue.question), "a link is no answer to a question");
});

test("a copied link says that it keeps the seed", async () => {
  const { el, document } = mount(widget, START);
  const history = { replaceState() {} };
  Object.defineProperty(document.defaultView, "history", { value: history, configurable: true });
  await press(el, "Copy link");
  await settled();
  assert.equal(
    el.querySelector(".nb-message").textContent,
    "The link is in the address bar. It keeps the settings and the seed: Train gives the same again.",
  );
});

test("without a norm the formula is of what is computed", async () => {
  const { el, model } = mount(widget, { ...START, other_norm: "none" });
  const formula = () => el.querySelectorAll(".nb-lab-formula")[1].textContent;
  for (const [key, words] of [
    ["plain", "y = G(x)"],
    ["pre", "y = x + G(x)"],
    ["sandwich", "y = x + G(x)"],
    ["deepnorm", "y = αx + G(x)"],
  ]) {
    model.set("other_placement", key);
    await settled();
    assert.equal(formula(), words);
  }
  model.set("other_norm", "rms");
  await settled();
  assert.equal(formula(), "y = N(αx + G(x))");
});

test("what both share is said in short, and in what B differs", () => {
  assert.equal(
    inShort({ ...START, blocks: 1, eps: 0, other_value: 3 }),
    "Both: 1 block, two spirals, Adam, rate 0.003, batches of 64, ε 0.",
  );
  for (const [differs, value, words] of [
    ["rate", 1e-5, "A: rate 0.003. B: rate 10⁻⁵."],
    ["warm_up", 50, "A: no warm-up. B: warm-up of 50 steps."],
    ["eps", 1, "A: ε 10⁻⁵. B: ε 1."],
    ["input_scale", 100, "A: first input times 1. B: first input times 100."],
    ["learn_gamma", 0, "A: γ and β learn. B: γ and β do not learn."],
    ["qk_norm", 1, "A: no norm of queries and keys. B: a norm of queries and keys."],
  ]) {
    const said = inShort({ ...START, differs, other_value: value });
    assert.ok(said.endsWith(words), said);
  }
});

test("in brief there are both networks and their training, and a link to the rest", async () => {
  const { el, model } = mount(widget, { ...START, brief: true, base: "" });
  assert.equal(el.querySelectorAll(".nb-wires").length, 2);
  assert.equal(el.querySelectorAll(".nb-lab-plane").length, 2);
  assert.equal(el.querySelector(".nb-lab-presets, .nb-lab-more, .nb-lab-blocks"), null);
  const { href } = el.querySelector("a");
  assert.match(href, /^\.\.\/explorable\/laboratory\.html#laboratory=/);
  assert.deepEqual(decode("laboratory", new URL(href, "http://x/y/").hash), {});
  model.set("blocks", 24);
  await settled();
  const { hash } = new URL(el.querySelector("a").href, "http://x/y/");
  assert.deepEqual(decode("laboratory", hash), { blocks: 24 });
  assert.equal(mount(widget, { ...START, brief: true }).el.querySelector("a"), null);
});

test("the radio buttons, the norm and the presets change the state", async () => {
  const { el, model } = mount(widget, START);
  const [a, b] = el.querySelectorAll(".nb-lab-network");
  await fire(a.querySelectorAll("input")[KEYS.indexOf("deepnorm")], "change");
  await fire(b.querySelectorAll("input")[KEYS.indexOf("sandwich")], "change");
  await fire(b.querySelector(".nb-wires-last"), "click");
  assert.deepEqual([model.get("placement"), model.get("other_placement")], ["deepnorm", "post"]);
  const norm = a.querySelector("select");
  norm.querySelector("[value=batch]").selected = true;
  await fire(norm, "change");
  assert.equal(model.get("norm"), "batch");
  await fire(el.querySelector(".nb-lab-presets button"), "click");
  assert.equal(model.get("norm"), "layer");
});
