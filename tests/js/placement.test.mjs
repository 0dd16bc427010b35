// What the placements' charts and words make of the record, and of one whose runs diverge.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { parseHTML } from "linkedom";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import { format } from "../../src/normbook/widgets/_shared/numbers.mjs";
import { inWords } from "../../src/normbook/widgets/_shared/placements.mjs";
import {
  alphaOf,
  blocksOf,
  DEPTHS,
  decades,
  divergedAt,
  growth,
  lastGradients,
  pointsOf,
  rangeOf,
  runOf,
  STEPS,
  shown,
  spread,
  TRAINED_DEPTHS,
} from "../../src/normbook/widgets/placement/arithmetic.mjs";
import { lesson } from "../../src/normbook/widgets/placement/lesson.mjs";
import { KEYS, resets } from "../../src/normbook/widgets/placement/placements.mjs";
import widget from "../../src/normbook/widgets/placement/widget.mjs";
import { fire, press, unfold } from "./page.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url)));
const record = read("../../src/normbook/data/experiments/placement.json");
const start = widget.parse({});

/** All states there are. */
function* allStates() {
  const phases = [
    { phase: "init", depths: DEPTHS, steps: [0] },
    { phase: "training", depths: TRAINED_DEPTHS, steps: STEPS },
  ];
  for (const { phase, depths, steps } of phases) {
    for (const placement of KEYS) {
      for (const depth of depths) {
        for (const step of steps) {
          for (const warmup of [true, false]) {
            for (const other of [...KEYS, "none"]) {
              yield { placement, other, depth, phase, step, warmup };
            }
          }
        }
      }
    }
  }
}

/** The record, in which post at depth 24 without warm-up diverges between steps 20 and 25. */
function diverging() {
  const copy = structuredClone(record);
  const run = copy.training.post[24].none;
  run.loss = run.loss.map((value, i) => (run.loss_steps[i] >= 25 ? null : value));
  for (const key of ["gradient", "variance"]) {
    run[key] = run[key].map((values, k) => (STEPS[k] >= 40 ? values.map(() => null) : values));
  }
  return copy;
}

function mount(state, measured = record) {
  const { document } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const el = document.querySelector("div");
  const model = createModel({ ...state, record: measured });
  widget.render({ model, el });
  return { el, model };
}

for (const { why, valid, state } of read("states/placement.json")) {
  test(`a state is ${valid ? "taken" : "refused"}: ${why}`, () => {
    assert.equal(widget.parse(state) !== null, valid);
  });
}

test("the traits allow what was recorded, and nothing else", () => {
  assert.deepEqual(record.placements, KEYS);
  assert.deepEqual(record.depths, DEPTHS);
  assert.deepEqual(record.steps, STEPS);
  for (const key of KEYS) {
    assert.deepEqual(Object.keys(record.init[key]).map(Number), DEPTHS);
    assert.deepEqual(Object.keys(record.training[key]).map(Number), TRAINED_DEPTHS);
  }
});

test("one placement is shown where there is no other", () => {
  assert.deepEqual(shown(start), ["pre", "post"]);
  assert.deepEqual(shown({ ...start, other: "none" }), ["pre"]);
  assert.deepEqual(shown({ ...start, other: "pre" }), ["pre"]);
});

test("every state has a value for each block, and its axes hold them all", () => {
  for (const state of allStates()) {
    for (const key of shown(state)) {
      const blocks = blocksOf(record, key, state);
      assert.equal(blocks.gradient.length, state.depth);
      assert.equal(blocks.variance.length, state.depth + 1);
      for (const what of ["gradient", "variance"]) {
        const [low, high] = rangeOf(record, what, state);
        assert.ok(blocks[what].every((value) => low < value && value < high));
      }
    }
  }
});

test("a step moves no axis", () => {
  const at = (step) => ({ ...start, phase: "training", depth: 24, warmup: false, step });
  for (const key of ["gradient", "variance"]) {
    assert.deepEqual(rangeOf(record, key, at(0)), rangeOf(record, key, at(150)));
  }
});

test("decades are powers of ten with room for a curve on either side", () => {
  assert.deepEqual(decades([0.2, 30]), [0.1, 100]);
  assert.deepEqual(decades([1, 1]), [0.1, 10]);
  assert.deepEqual(decades([null, 0, 5]), [1, 10]);
});

test("what is no number is a gap", () => {
  assert.deepEqual(pointsOf([2, null, 3], [0, 1, 2]), [[0, 2], null, [2, 3]]);
});

test("where blocks add to the stream its variance grows by 1 or 2 a block, about linearly", () => {
  for (const [key, slope] of Object.entries({ pre: 1, sandwich: 2, olmo2: 2 })) {
    for (const depth of DEPTHS) {
      const blocks = record.init[key][depth];
      assert.ok(Math.abs(growth(blocks) / slope - 1) < 0.25, `${key} ${depth}`);
      const halfway = (blocks.variance[0] + blocks.variance.at(-1)) / 2;
      assert.ok(Math.abs(blocks.variance[depth / 2] / halfway - 1) < 0.25, `${key} ${depth}`);
    }
  }
});

test("where a block ends in a norm the variance is 1, and DeepNorm's blocks are alike", () => {
  for (const key of KEYS.filter((each) => resets(each))) {
    for (const depth of DEPTHS) {
      const [, ...after] = record.init[key][depth].variance;
      assert.ok(after.every((value) => Math.abs(value - 1) < 0.001));
    }
  }
  for (const depth of DEPTHS) assert.ok(spread(record.init.deepnorm[depth].gradient) < 1.25);
});

test("the last block's gradient falls about as 1/√depth, but in post it does not", () => {
  for (const key of KEYS) {
    const gradients = lastGradients(record, key);
    const fall = gradients[0] / gradients.at(-1);
    if (key === "post") assert.ok(Math.abs(fall - 1) < 0.25, `${fall}`);
    else assert.ok(Math.abs(fall / Math.sqrt(8) - 1) < 0.25, `${key} ${fall}`);
  }
});

test("only post has trouble in training, and at depth 12 least with warm-up", () => {
  const accuracy = (key, depth, warmup) => runOf(record, key, { depth, warmup }).accuracy;
  for (const key of KEYS.filter((each) => each !== "post")) {
    for (const depth of TRAINED_DEPTHS) {
      for (const warmup of [true, false]) assert.ok(accuracy(key, depth, warmup) > 0.92);
    }
  }
  assert.ok(accuracy("post", 24, true) < 0.2 && accuracy("post", 24, false) < 0.2);
  assert.ok(accuracy("post", 12, true) - accuracy("post", 12, false) > 0.05);
});

test("α is the fourth root of twice the depth", () => {
  assert.equal(alphaOf(8), 2);
});

test("the note says what the record says", () => {
  const ratio = record.init.post[12].gradient.at(-1) / record.init.pre[12].gradient.at(-1);
  assert.match(
    lesson(record, start),
    new RegExp(`of post is ${ratio.toFixed(2)} times that of pre`),
  );
  assert.match(lesson(record, { ...start, placement: "post" }), /does not shrink with depth/);
  const stuck = { ...start, phase: "training", depth: 24, warmup: false, step: 150 };
  const said = lesson(record, stuck);
  const [without, otherwise] = [false, true].map((warmup) => {
    const { accuracy } = runOf(record, "post", { depth: 24, warmup });
    return format(100 * accuracy, 1);
  });
  assert.ok(said.includes(`post ${without}% (${otherwise}% with it)`), said);
  const first = format(blocksOf(record, "post", stuck).gradient[0]);
  assert.ok(said.includes(`At step 150 block 1 of post has a gradient of ${first}.`), said);
});

test("a wiring in words follows its norms and its sublayer", () => {
  assert.match(inWords("sandwich"), /through N₁, then the sublayer G, then N₂, and is added/);
  assert.match(inWords("deepnorm"), /G, and is added to αx; the sum goes through N/);
});

test("no state shows what is not a number, in any words", async () => {
  const { el, model } = mount(start);
  await unfold(el);
  for (const state of allStates()) {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    await new Promise((resolve) => queueMicrotask(resolve));
    assert.doesNotMatch(el.innerHTML, /NaN|undefined|Infinity|null/, JSON.stringify(state));
  }
});

test("training at the largest depth is not to be had: the next one is shown", async () => {
  const { el, model } = mount({ ...start, depth: 48 });
  await unfold(el);
  const legend = [...el.querySelectorAll("legend")].find((each) => each.textContent === "Measured");
  const { Event } = el.ownerDocument.defaultView;
  legend.parentNode.querySelectorAll("input")[1].dispatchEvent(new Event("change"));
  assert.deepEqual([model.get("phase"), model.get("depth")], ["training", 24]);
});

test("a run that diverges leaves a gap, and words", async () => {
  const broken = diverging();
  assert.equal(divergedAt(record.training.post[24].none, STEPS), undefined);
  assert.equal(divergedAt(broken.training.post[24].none, STEPS), 25);
  const state = { ...start, phase: "training", depth: 24, warmup: false, step: 40 };
  const { el } = mount(state, broken);
  await unfold(el);
  assert.match(el.textContent, /From step 25 on post has no numbers: it diverged\./);
  assert.match(el.querySelector("table").textContent, /not a number/);
  assert.doesNotMatch(el.innerHTML, /NaN|undefined|Infinity|null/);
});

test("the lever is the depth at initialization, and the step in training", async () => {
  const { el, model } = mount(start);
  const lever = () =>
    [...el.querySelectorAll(".nb-lever .nb-slider")].find((each) => !each.closest("[hidden]"));
  const pull = (value) => {
    const input = lever().querySelector("input");
    input.value = value;
    return fire(input, "input");
  };
  assert.match(lever().textContent, /^Depth/);
  await pull(3);
  assert.equal(model.get("depth"), 48);
  await press(el, "post in training");
  assert.match(lever().textContent, /^Step of training/);
  await pull(1);
  assert.deepEqual([model.get("depth"), model.get("step")], [24, 10]);
  await press(el, "sandwich and OLMo 2");
  assert.match(lever().textContent, /^Depth/);
  assert.match(el.querySelector(".nb-formulas").textContent, /sandwich: .*N₂.*OLMo 2: y = x/);
});

test("what is folded away is made when it is opened", async () => {
  const { el } = mount(start);
  assert.equal(el.querySelectorAll("svg").length, 2);
  await unfold(el);
  assert.equal(el.querySelectorAll(".nb-wiring svg").length, 2);
  assert.ok(el.querySelector("table"));
});
