// The laboratory around its engine: what the hands do, what is trained when, and what is said of it.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { decode, encode } from "../../src/normbook/widgets/_shared/link.mjs";
import { addLosses } from "../../src/normbook/widgets/laboratory/charts.mjs";
import { complete } from "../../src/normbook/widgets/laboratory/engine/spec.mjs";
import { bandOf, lastLoss, pointsOf } from "../../src/normbook/widgets/laboratory/losses.mjs";
import { pacer } from "../../src/normbook/widgets/laboratory/pacer.mjs";
import {
  KEYS,
  PLACEMENTS,
  placementOf,
} from "../../src/normbook/widgets/laboratory/placements.mjs";
import { FIRST, PRESETS, presetOf } from "../../src/normbook/widgets/laboratory/presets.mjs";
import { watchPress } from "../../src/normbook/widgets/laboratory/press.mjs";
import { SEEDS } from "../../src/normbook/widgets/laboratory/seeds.mjs";
import { inShort } from "../../src/normbook/widgets/laboratory/setting.mjs";
import { watchSight } from "../../src/normbook/widgets/laboratory/sight.mjs";
import { differIn, parse, specsOf, TRAITS } from "../../src/normbook/widgets/laboratory/state.mjs";
import { STRETCH, training } from "../../src/normbook/widgets/laboratory/training.mjs";
import widget from "../../src/normbook/widgets/laboratory/widget.mjs";
import { inWords, wiring } from "../../src/normbook/widgets/laboratory/wiring.mjs";
import { ofSeeds, reading, verdict } from "../../src/normbook/widgets/laboratory/words.mjs";
import { digits, makeTrainer } from "./laboratory.mjs";
import { fire, mount, press, settled } from "./page.mjs";

const START = parse({});
const SPECS = specsOf(START);

// ---- settings ----

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
  assert.equal(asked(), PRESETS.rescue.question, "B's N is moved, which that one asks for");
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

test("B's curves are dashed: A's are seen where both lie", () => {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const run = { spec: SPECS[0], step: 3, losses: [0.7, 0.6, 0.5], ended: null };
  addLosses(document.body)({ runs: [run, run], seeds: null, goal: 300 });
  const [a, b] = document.querySelectorAll(".nb-curve");
  assert.equal(a.getAttribute("d"), b.getAttribute("d"));
  assert.deepEqual(
    [a, b].map((curve) => curve.classList.contains("nb-dashed")),
    [false, true],
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

test("with 6 blocks pre and post learn, as the text says", () => {
  for (const placement of ["pre", "post"]) {
    const trainer = makeTrainer({ ...SPECS[0], placement });
    const losses = Array.from({ length: STRETCH }, () => trainer.step());
    assert.ok(lastLoss(losses) < 0.1, `${placement}: ${lastLoss(losses)}`);
  }
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

// ---- wires ----

test("each placement has a slot of its own", () => {
  for (const key of KEYS) assert.equal(placementOf(PLACEMENTS[key].slot), key);
});

function wires(placement = "post") {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const [changes, previews] = [[], []];
  const stop = new AbortController();
  const paint = wiring(document.body, {
    change: (key) => changes.push(key),
    preview: (key) => previews.push(key),
    signal: stop.signal,
  });
  paint(placement, true);
  const svg = document.querySelector("svg");
  svg.getBoundingClientRect = () => ({ left: 0, top: 0, width: 282 }); // a pixel a unit
  svg.setPointerCapture = () => {};
  const norm = () =>
    [...svg.querySelectorAll(".nb-wires-norm")].find(
      (group) => group.getAttribute("display") === "inline",
    );
  const at = (x, y) => ({ pointerId: 1, button: 0, clientX: x, clientY: y });
  const grab = (x, y) => fire(norm().querySelector("rect"), "pointerdown", at(x, y));
  const drag = (x, y) => fire(svg, "pointermove", at(x, y));
  const drop = (x, y) => fire(svg, "pointerup", at(x, y));
  return { svg, paint, changes, previews, norm, grab, drag, drop };
}

test("N is dragged to another slot, which lights up within reach", async () => {
  const { svg, changes, previews, grab, drag, drop, norm } = wires("post");
  await grab(234, 30);
  assert.ok(svg.classList.contains("nb-dragging"));
  await drag(180, 60);
  assert.equal(norm().getAttribute("transform"), "translate(-54.0 30.0)");
  await drag(80, 90);
  assert.ok(svg.querySelector(".nb-wires-before").classList.contains("nb-near"));
  assert.equal(previews.at(-1), "pre");
  await drop(80, 90);
  assert.deepEqual(changes, ["pre"]);
  assert.equal(norm().getAttribute("transform"), null);
  assert.ok(!svg.classList.contains("nb-dragging"));
});

test("N returns when it is dropped nowhere, on Escape, and where the page scrolls", async () => {
  const { svg, changes, previews, grab, drag, drop } = wires("post");
  await grab(234, 30);
  await drag(200, 75);
  await drag(20, 105);
  await drop(20, 105);
  await grab(234, 30);
  await drag(80, 90);
  await fire(svg, "keydown", { key: "Escape" });
  assert.ok(!svg.classList.contains("nb-dragging"));
  await drop(80, 90);
  await grab(234, 30);
  await drag(80, 90);
  await fire(svg, "pointercancel", { pointerId: 1 });
  assert.deepEqual(changes, []);
  assert.equal(previews.at(-1), "post");
});

test("a click on a slot does the same, and the wires are said in words", async () => {
  const { svg, changes, paint } = wires("pre");
  await fire(svg.querySelector(".nb-wires-around"), "click");
  await fire(svg.querySelector(".nb-wires-cut"), "click");
  assert.deepEqual(changes, ["sandwich", "plain"]);
  for (const key of KEYS) {
    paint(key, key !== "pre");
    assert.equal(svg.getAttribute("aria-label"), inWords(key, key !== "pre"));
    assert.ok(svg.getAttribute("aria-label").includes(PLACEMENTS[key].name));
  }
  assert.match(inWords("pre", false), /no norm/);
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

// ---- training ----

/** Sessions that do what is asked of them when `answer` is called, and a log of what was asked. */
function engine({ loss = () => 0.5, endAt = {} } = {}) {
  const sessions = [];
  const log = [];

  function start(spec, { onFrame, onEnd }) {
    const session = { spec, step: 0, target: 0, isClosed: false, isNew: true };
    sessions.push(session);
    log.push(`start ${spec.placement} ${spec.seed}`);
    const frame = (from) => ({
      step: session.step,
      loss: Float64Array.from({ length: session.step - from }, (_, i) => loss(from + i + 1, spec)),
      accuracy: 0.5,
      looked_at: session.step,
      blocks: [{ gradient: 1, variance: 1, gamma: null, histogram: new Uint32Array(3) }],
      plane: null,
      wrong: null,
      state: { kind: "learning", block: 0, share: 0 },
    });
    session.answer = () => {
      if (session.isClosed || (!session.isNew && session.step >= session.target)) return false;
      session.isNew = false;
      const from = session.step;
      session.step = Math.min(session.target, session.step + 100);
      if (session.step >= endAt[spec.placement]) {
        session.isClosed = true;
        onEnd({ why: "diverged", step: endAt[spec.placement], block: 1, pass: "forward" });
      } else onFrame(frame(from));
      return true;
    };
    return {
      step(count) {
        log.push(`step ${count}`);
        session.target = session.step + count;
      },
      pause() {
        log.push("pause");
        session.target = session.step;
      },
      close() {
        session.isClosed = true;
      },
    };
  }

  const once = () => [...sessions].map((session) => session.answer()).some(Boolean);
  const all = () => {
    while (once()) {} // until nothing is under way
  };
  return { start, sessions, log, once, all };
}

function work(options) {
  const made = engine(options);
  const desk = training({ start: made.start, changed: () => {} });
  desk.fit(SPECS);
  return { ...made, desk, steps: () => desk.runs.map(({ step }) => step) };
}

test("nothing is made before the reader asks for it, or while nobody looks", () => {
  const { desk, sessions, steps, all } = work();
  desk.see(true);
  desk.heed();
  desk.fit(specsOf({ ...START, blocks: 3 }));
  desk.heed();
  desk.again();
  assert.equal(sessions.length, 0);
  desk.see(false);
  desk.train();
  desk.step();
  desk.tenSeeds();
  assert.equal(sessions.length, 0);
  desk.train();
  desk.see(true);
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
});

test("training goes on to the end of its stretch, waits out of sight, and then goes further", () => {
  const { desk, once, all, steps } = work();
  desk.see(true);
  desk.train();
  once();
  assert.equal(desk.mode, "train");
  desk.see(false);
  once();
  const [early] = steps();
  assert.ok(early > 0 && early < STRETCH);
  all();
  assert.deepEqual(steps(), [early, early]);
  desk.see(true);
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
  assert.equal(desk.mode, "rest");
  desk.train();
  assert.equal(desk.goal, 2 * STRETCH);
  all();
  assert.deepEqual(steps(), [2 * STRETCH, 2 * STRETCH]);
  assert.equal(desk.runs[0].losses.length, 2 * STRETCH);
});

test("a new seed is trained at once, and what was cleared is not", async () => {
  const { el, model } = mount(widget, START);
  const labels = () =>
    [...el.querySelectorAll(".nb-lab-buttons button")].map((made) => made.textContent);
  await press(el, "Clear");
  assert.equal(labels()[0], "Train");
  await press(el, "New seed");
  await settled();
  assert.equal(model.get("seed"), 1);
  assert.equal(labels()[0], "Pause");
  await press(el, "Clear");
  while (labels()[0] !== "Train") await new Promise(setImmediate); // painted in the next frame
});

test("what is to be trained next begins with the networks that come next", () => {
  const { desk, all, steps, sessions } = work();
  desk.see(true);
  desk.tenSeeds();
  const before = sessions.length;
  desk.trainNext();
  assert.equal(desk.seeds, null);
  assert.equal(sessions.length, before, "those that go are not begun any more");
  desk.fit(specsOf({ ...START, seed: 1 }));
  desk.heed();
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
  assert.deepEqual(
    desk.runs.map(({ spec }) => spec.seed),
    [1, 1],
  );
});

test("digits that come late are drawn as soon as they are there", async () => {
  const { el, model } = mount(widget, START);
  model.set("data", "digits");
  await settled();
  assert.doesNotMatch(el.innerHTML, /Some of the digits/);
  model.set("record", digits);
  await settled();
  assert.match(el.innerHTML, /Some of the digits/);
});

test("before training some of the digits are drawn, and points are once they are asked for", async () => {
  const { el, model } = mount(widget, { ...START, data: "digits", record: digits });
  const shades = [...el.querySelectorAll(".nb-lab-digits path")];
  assert.ok(shades.length > 2 && shades.every((path) => path.getAttribute("d").length > 200));
  const isShown = (name) => el.querySelector(`.nb-lab-square ${name}`).style.display !== "none";
  assert.deepEqual([isShown(".nb-lab-digits"), isShown("canvas")], [true, false]);
  model.set("data", "xor");
  await settled();
  assert.deepEqual([isShown(".nb-lab-digits"), isShown("canvas")], [false, true]);
});

test("pause waits, one step is one, and again begins anew", () => {
  const { desk, once, all, steps, sessions } = work();
  desk.see(true);
  desk.step();
  all();
  assert.deepEqual(steps(), [1, 1]);
  desk.train();
  once();
  desk.pause();
  all();
  const [now] = steps();
  assert.deepEqual(steps(), [now, now]);
  desk.step();
  all();
  assert.deepEqual(steps(), [now + 1, now + 1]);
  desk.again();
  assert.deepEqual(steps(), [0, 0]);
  assert.deepEqual(desk.runs[0].losses, []);
  assert.equal(sessions.filter(({ isClosed }) => !isClosed).length, 2);
  assert.deepEqual(sessions.at(-1).spec, SPECS[1]);
});

test("a change of one network leaves the other as it is", () => {
  const { desk, all, steps, sessions } = work();
  desk.see(true);
  desk.train();
  all();
  desk.fit(specsOf({ ...START, other_placement: "sandwich" }));
  desk.heed();
  all();
  assert.deepEqual(steps(), [STRETCH, 0]);
  assert.ok(sessions[1].isClosed && !sessions[0].isClosed);
  assert.ok(desk.runs[1].frame, "what it is before training is shown");
  desk.train();
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
  desk.fit(specsOf({ ...START, blocks: 3 }));
  assert.equal(desk.goal, STRETCH);
  assert.deepEqual(steps(), [0, 0]);
});

test("a change while it trains has the new network catch up", () => {
  const { desk, once, all, steps } = work();
  desk.see(true);
  desk.train();
  once();
  desk.fit(specsOf({ ...START, other_placement: "sandwich" }));
  desk.heed();
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
});

test("one that has diverged stays, the other goes on; with both ended, Train begins anew", () => {
  const { desk, all, steps } = work({ endAt: { post: 41 } });
  desk.see(true);
  desk.train();
  all();
  assert.equal(desk.runs[1].ended.step, 41);
  assert.deepEqual([steps()[0], desk.mode], [STRETCH, "rest"]);
  desk.train();
  all();
  assert.equal(steps()[0], 2 * STRETCH);
  const both = work({ endAt: { pre: 5, post: 41 } });
  both.desk.see(true);
  both.desk.train();
  both.all();
  assert.equal(both.desk.mode, "rest");
  const { length } = both.sessions;
  both.desk.train();
  assert.equal(both.sessions.length, length + 2);
});

test("ten seeds train ten networks of each, one pair after the other, and draw a band", () => {
  const { desk, all, once, steps, sessions } = work({
    loss: (_, { seed, placement }) => (placement === "pre" ? 0.01 * (seed + 1) : 0.7),
  });
  desk.see(true);
  desk.tenSeeds();
  once();
  assert.equal(desk.mode, "seeds");
  assert.equal(ofSeeds(desk.seeds, { steps: STRETCH, seeds: SEEDS }, "xor"), "Seed 1 of 10 …");
  all();
  assert.equal(desk.mode, "rest");
  assert.deepEqual(steps(), [0, 0]);
  assert.deepEqual(
    desk.seeds.losses.map((runs) => runs.map(({ length }) => length)),
    Array(2).fill(Array(SEEDS).fill(STRETCH)),
  );
  const [, low, high] = bandOf(desk.seeds.losses[0])[0];
  assert.ok(Math.abs(low - 0.01) < 1e-9 && Math.abs(high - 0.1) < 1e-9);
  const words = ofSeeds(desk.seeds, { steps: STRETCH, seeds: SEEDS }, "xor");
  assert.match(words, /in 10 of 10 seeds with A, in 0 with B/);
  const open = sessions.filter(({ isClosed }) => !isClosed);
  assert.ok(open.length <= 2, "of the ten none is left");
  desk.close();
  assert.ok(sessions.every(({ isClosed }) => isClosed));
});

test("ten seeds wait out of sight, stop when told, and are forgotten when the networks change", () => {
  const { desk, all, once } = work();
  desk.see(true);
  desk.tenSeeds();
  once();
  desk.see(false);
  once();
  all();
  assert.equal(desk.seeds.losses[0].length, 0);
  desk.see(true);
  once();
  desk.pause();
  all();
  assert.equal(desk.seeds.losses[0].length, 0);
  desk.fit(specsOf({ ...START, blocks: 2 }));
  assert.equal(desk.seeds, null);
});

test("BatchNorm at rest is evaluated in both ways, others and earlier steps are not", async () => {
  const listeners = [];
  const session = { step() {}, close() {}, evaluate: async () => ({ step: 5 }) };
  const start = (_, told) => {
    listeners.push(told);
    return session;
  };
  let changes = 0;
  const desk = training({ start, changed: () => (changes += 1) });
  desk.fit(specsOf({ ...START, norm: "batch" }));
  desk.see(true);
  desk.train();
  const frame = { loss: [], blocks: [], plane: null, wrong: null, running: false };
  const evaluated = async (i, step, running = false) => {
    listeners[i].onFrame({ ...frame, step, running });
    await settled();
    return desk.runs[i].evaluation;
  };
  assert.equal(await evaluated(0, 0), null);
  assert.equal(await evaluated(0, 4), null, "that of step 5 says nothing of step 4");
  assert.equal(await evaluated(0, 5, true), null);
  assert.deepEqual(await evaluated(0, 5), { step: 5 });
  assert.equal(await evaluated(1, 5), null);
  assert.ok(changes > 5);
});

test("what a frame brings is kept, whatever becomes of its arrays", () => {
  let listener;
  const session = { step() {}, pause() {}, close() {} };
  const start = (_, told) => {
    listener = told;
    return session;
  };
  const desk = training({ start, changed: () => "painted" });
  desk.fit(SPECS);
  desk.see(true);
  desk.train();
  const block = { gradient: 1, variance: 1, gamma: null, histogram: new Uint32Array([1, 2]) };
  const plane = { size: 1, probabilities: new Uint8Array([7]) };
  const frame = { step: 0, loss: new Float64Array(), blocks: [block], plane, wrong: null };
  assert.equal(listener.onFrame(frame), "painted", "the next frame waits for this one");
  block.histogram.fill(0);
  plane.probabilities.fill(0);
  listener.onFrame({ ...frame, plane: null });
  const kept = desk.runs[1].frame;
  assert.deepEqual([...kept.plane.probabilities], [7]);
});

// ---- curves ----

test("a curve's points are means of a few steps, of more the longer it is", () => {
  assert.deepEqual(pointsOf([]), []);
  assert.deepEqual(pointsOf([3, 1]), [
    [0.5, 3],
    [1.5, 1],
  ]);
  const many = pointsOf(Array.from({ length: 300 }, (_, i) => i));
  assert.equal(many.length, 75);
  assert.deepEqual(many[0], [2, 1.5]);
  assert.ok(pointsOf(Array(100_000).fill(1)).length <= 100);
  assert.equal(lastLoss([9, 1, 3], 2), 2);
  assert.equal(lastLoss([]), 0);
});

test("a band reaches from the lowest to the highest run; one that ended is above all", () => {
  assert.deepEqual(bandOf([]), []);
  const band = bandOf([[1, 2], [3]]);
  assert.deepEqual(band, [
    [0.5, 1, 3],
    [1.5, 2, Number.MAX_VALUE],
  ]);
});

// ---- words ----

const run = (changes) => ({
  spec: { ...SPECS[0], blocks: 4 },
  step: 200,
  losses: Array(200).fill(Math.LN2),
  frame: {
    accuracy: 0.5,
    looked_at: 200,
    state: { kind: "learning", block: 0, share: 0 },
    blocks: [{ gradient: 1e-9 }, { gradient: 1 }],
  },
  ended: null,
  ...changes,
});
const inState = (kind, block, share) =>
  run({ frame: { ...run().frame, state: { kind, block, share } } });

test("what has become of a network is said in words", () => {
  const diverged = { why: "diverged", step: 41, block: 3, pass: "forward" };
  for (const [words, of] of [
    ["Diverged at step 41, first in block 3.", run({ ended: diverged })],
    [
      "Diverged at step 41, first behind the last block.",
      run({ ended: { ...diverged, block: 5 } }),
    ],
    [
      "Diverged at step 41, first before the first block.",
      run({ ended: { ...diverged, block: 0 } }),
    ],
    ["Stopped at step 2: no", run({ ended: { why: "failed", step: 2, block: 0, message: "no" } })],
    [
      "Idle: all ReLUs in block 2 are 0, and add the same to every example. What goes past them is not lost.",
      inState("dead", 2, 1),
    ],
    [
      "Dead: all ReLUs in block 2 are 0, and nothing goes past them: one answer to every example.",
      { ...inState("dead", 2, 1), spec: { ...run().spec, placement: "plain" } },
    ],
    [
      "Saturated: over 60% of the outputs in block 1 are at their ends, and let hardly a gradient through.",
      inState("saturated", 1, 0.68),
    ],
    [
      "Its loss is far above a guess’s: sure where it is wrong. Its largest gradient is in block 2.",
      inState("diverged", 2, 0),
    ],
    ["Its loss is above a guess’s: sure where it is wrong.", run({ losses: [2] })],
    ["Still near ln 2: its loss is that of a guess. Hardly a gradient reaches block 1.", run()],
    ["It has learned.", run({ losses: [0.01] })],
    ["Better than a guess, and much left to learn.", run({ losses: [0.4] })],
    ["Nearly learned.", run({ losses: [0.1] })],
    ["", run({ step: 50 })],
    ["", run({ frame: null, step: 0, losses: [] })],
  ]) {
    assert.equal(verdict(of), words);
  }
});

test("how far it is, too", () => {
  assert.equal(reading(run({ losses: [0.25] })), "step 200, loss 0.25, 50% right.");
  assert.equal(reading(run({ losses: [1e-5] })), "step 200, loss 10⁻⁵, 50% right.");
  const evaluation = { step: 200, evaluation: { accuracy: 0.5 }, training: { accuracy: 0.9 } };
  assert.equal(
    reading(run({ losses: [0.25], evaluation })),
    "step 200, loss 0.25, 50% right by running statistics, 90% by the batch’s own.",
  );
  assert.equal(
    reading(run({ losses: [0.25], frame: { ...run().frame, looked_at: 192 } })),
    "step 200, loss 0.25, 50% right at step 192.",
  );
  assert.equal(reading(run({ step: 0, losses: [] })), "not trained yet: press Train.");
});

// ---- in sight, and in time ----

test("it is seen in view, in a tab that is not hidden", () => {
  const { document, window } = parseHTML("<!doctype html><html><body></body></html>");
  let enter;
  let isWatching = true;
  const stop = new AbortController();
  const answers = [];
  const page = {
    document,
    IntersectionObserver: class {
      constructor(told) {
        enter = (isIntersecting) => told([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {
        isWatching = false;
      }
    },
  };
  const hide = (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new window.Event("visibilitychange"));
  };
  hide(false);
  watchSight(document.body, {
    window: page,
    signal: stop.signal,
    change: (seen) => answers.push(seen),
  });
  enter(true);
  hide(true);
  hide(false);
  enter(false);
  assert.deepEqual(answers, [true, false, true, false]);
  stop.abort();
  assert.ok(!isWatching);
  watchSight(document.body, { window: {}, signal: stop.signal, change: () => assert.fail() });
});

/** A pacer of two parts in a window whose time and hand are the test's. */
function paced(t) {
  const [waiting, painted] = [[], []];
  let time = 5000;
  const window = Object.assign(new EventTarget(), {
    requestAnimationFrame: (paint) => waiting.push(paint),
    cancelAnimationFrame: () => waiting.pop(),
    setTimeout: (paint) => waiting.push(paint),
    clearTimeout: () => waiting.pop(),
    performance: { now: () => time },
  });
  const stop = new AbortController();
  t.after(() => stop.abort());
  const { signal } = stop;
  const parts = ["losses", "planes"].map((name) => () => painted.push(name));
  const press = watchPress({ window, signal });
  pacer(parts, { window, signal, isPressed: press.isPressed })();
  return {
    painted,
    press,
    stop,
    hand: (type, buttons) => window.dispatchEvent(Object.assign(new Event(type), { buttons })),
    async go(ms) {
      time += ms;
      waiting.pop()();
      await new Promise(setImmediate);
    },
  };
}

test("while a hand presses, one part is painted a second", async (t) => {
  const { painted, hand, go } = paced(t);
  hand("pointerdown", 1);
  await go(10);
  for (const ms of [10, 500, 400]) await go(ms);
  assert.deepEqual(painted, ["losses"]);
  await go(200);
  assert.deepEqual(painted, ["losses", "planes"]);
});

test("once a hand lets go, nothing waits for it", async (t) => {
  for (const end of [
    ["pointerup", 0],
    ["pointercancel", 0],
    ["pointermove", 0], // a menu kept the end of the press
  ]) {
    const { painted, hand, go } = paced(t);
    hand("pointerdown", 1);
    await go(10);
    await go(10);
    assert.deepEqual(painted, ["losses"]);
    hand(...end);
    await go(10);
    assert.deepEqual(painted, ["losses", "planes"]);
  }
});

test("who asks whether a hand presses is told so now, and of each change", (t) => {
  const { press, hand, stop } = paced(t);
  const heard = { one: [], other: [] };
  const forget = press.heed((pressed) => heard.one.push(pressed));
  hand("pointermove", 0);
  hand("pointerdown", 1);
  hand("pointermove", 1);
  press.heed((pressed) => heard.other.push(pressed));
  forget();
  hand("pointerup", 0);
  assert.deepEqual(heard, { one: [false, true], other: [true, false] });
  stop.abort();
  hand("pointerdown", 1);
  assert.ok(!press.isPressed());
});

test("a part is painted in each frame, all at once for those who ask for less motion", async () => {
  for (const calm of [false, true]) {
    const [waiting, times, painted] = [[], [], []];
    const stop = new AbortController();
    const window = {
      requestAnimationFrame: (paint) => waiting.push(paint),
      cancelAnimationFrame: () => waiting.pop(),
      setTimeout: (paint, time) => times.push(time) && waiting.push(paint),
      clearTimeout: () => waiting.pop(),
      matchMedia: () => ({ matches: calm }),
    };
    const parts = ["losses", "planes"].map((name) => () => painted.push(name));
    const changed = pacer(parts, { window, signal: stop.signal, isPressed: () => false });
    const next = async () => {
      waiting.pop()();
      await new Promise(setImmediate);
    };
    const both = [changed(), changed()];
    assert.equal(waiting.length, 1);
    await next();
    assert.deepEqual(painted, calm ? ["losses", "planes"] : ["losses"]);
    if (!calm) await next();
    assert.deepEqual(painted, ["losses", "planes"]);
    await next(); // it has rested
    await Promise.all(both);
    assert.deepEqual(times, calm ? [1000, 100] : [100]);
    changed();
    assert.equal(waiting.length, 1);
    stop.abort();
    assert.equal(waiting.length, 0);
    changed();
    assert.equal(waiting.length, 0);
  }
});
