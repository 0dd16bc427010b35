// A network behind a port: what the page asks, what it hears, and when.

import assert from "node:assert/strict";
import test from "node:test";
import { start } from "../../src/normbook/widgets/laboratory/client.mjs";
import { BINS } from "../../src/normbook/widgets/laboratory/engine/probe.mjs";
import { Sight } from "../../src/normbook/widgets/laboratory/engine/sight.mjs";
import { digits, makeTrainer } from "../../tools/laboratory.mjs";

const SMALL = { blocks: 2, width: 8, batch_size: 16 };

/** Starts a network; `until` resolves with the first frame of which something is true, or the end. */
function open(t, spec, { Worker = null, shown = () => {}, press } = {}) {
  const frames = [];
  const waiting = new Set();
  const tell = (what) => {
    for (const each of waiting) each(what);
  };
  const session = start(
    { ...SMALL, ...spec },
    {
      digits,
      press,
      async onFrame(frame) {
        frames.push({ ...structuredClone(frame), end: null });
        tell(frames.at(-1));
        await shown(frame);
      },
      onEnd: (end) => tell({ end }),
    },
    Worker,
  );
  t.after(session.close);
  const until = (isIt) =>
    new Promise((resolve) => {
      const look = (what) => {
        if (!isIt(what)) return;
        waiting.delete(look);
        resolve(what);
      };
      waiting.add(look);
      for (const frame of frames) look(frame);
    });
  return { session, frames, until };
}

const isRest = (step) => (frame) => frame.step === step && !frame.running;
const isFine = (frame) => frame.plane?.size === 64;

test("before it is asked for a step, it shows where it starts, and does nothing", async (t) => {
  const { frames, until } = open(t, {});
  const fine = await until(isFine);
  const [first] = frames;
  assert.deepEqual([first.step, first.running, first.loss.length], [0, false, 0]);
  assert.equal(first.plane.probabilities.length, first.plane.size ** 2);
  assert.equal(fine.step, 0);
  assert.equal(first.first_loss, makeTrainer(SMALL).firstLoss);
  assert.deepEqual(first.state, { kind: "learning", block: 0, share: 0 });
});

test("so many steps are done, and all their losses shown, in order", async (t) => {
  const { session, frames, until } = open(t, {});
  session.step(30);
  await until(isRest(30));
  const trainer = makeTrainer(SMALL);
  const expected = Array.from({ length: 30 }, () => trainer.step());
  assert.deepEqual(
    frames.flatMap(({ loss }) => [...loss]),
    expected,
  );
  const { accuracy, held_out_loss: loss } = frames.at(-1);
  assert.deepEqual({ accuracy, loss }, new Sight(trainer).evaluate());
});

test("while a hand presses it rests after each slice, and trains the same", async (t) => {
  const timer = t.mock.method(globalThis, "setTimeout");
  const rests = () => timer.mock.calls.filter(({ arguments: [, ms] }) => ms === 10).length;
  const hands = new Set();
  const press = {
    heed(listener) {
      hands.add(listener);
      listener(true);
      return () => hands.delete(listener);
    },
  };
  const { session, frames, until } = open(t, {}, { press });
  session.step(10);
  await until(isRest(10));
  assert.ok(rests() > 0);
  for (const tell of hands) tell(false);
  await new Promise((done) => setTimeout(done, 50));
  const before = rests();
  session.step(10);
  await until(isRest(20));
  assert.equal(rests(), before);
  const trainer = makeTrainer(SMALL);
  const expected = Array.from({ length: 20 }, () => trainer.step());
  assert.deepEqual(
    frames.flatMap(({ loss }) => [...loss]),
    expected,
  );
  session.close();
  assert.equal(hands.size, 0);
});

test("each block says what it does", async (t) => {
  const { session, until } = open(t, {});
  session.step(3);
  const { blocks } = await until(isRest(3));
  assert.equal(blocks.length, 2);
  for (const { gradient, variance, histogram, gamma } of blocks) {
    assert.ok(gradient > 0 && variance > 0);
    assert.equal(histogram.length, BINS);
    assert.equal(
      histogram.reduce((sum, count) => sum + count, 0),
      16 * 8,
    );
    assert.ok(gamma.min < gamma.median && gamma.median < gamma.max);
  }
});

test("without a norm there is no γ, and frozen it is 1", async (t) => {
  const bare = open(t, { norm: "none" });
  bare.session.step(1);
  assert.equal((await bare.until(isRest(1))).blocks[0].gamma, null);
  const frozen = open(t, { learn_gamma: false });
  frozen.session.step(5);
  const { gamma } = (await frozen.until(isRest(5))).blocks[0];
  assert.deepEqual(gamma, { min: 1, median: 1, max: 1 });
});

test("the next frame waits until the last one was shown, while it goes on", async (t) => {
  let show;
  const { session, frames, until } = open(t, {}, { shown: () => show });
  await until(isFine);
  let release;
  show = new Promise((resolve) => {
    release = resolve;
  });
  session.step(40);
  await until((frame) => frame.step > 0);
  const count = frames.length;
  await session.evaluate();
  await session.evaluate();
  assert.equal(frames.length, count);
  show = undefined;
  release();
  const last = await until(isRest(40));
  assert.equal(frames.flatMap(({ loss }) => [...loss]).length, 40);
  assert.equal(last.step, 40);
});

test("a pause is heard, and it can go on", async (t) => {
  const { session, until } = open(t, {});
  session.run();
  const { step } = await until((frame) => frame.step > 0);
  session.pause();
  const rest = await until((frame) => frame.step >= step && !frame.running);
  const { step: still } = await session.evaluate();
  assert.equal(still, rest.step);
  session.step(1);
  await until(isRest(rest.step + 1));
});

test("it goes to a step and no further, and takes as many more as it is told", async (t) => {
  const { session, until } = open(t, {});
  session.goTo(20);
  await until((frame) => frame.step > 0);
  session.pause();
  session.goTo(20);
  await until(isRest(20));
  session.goTo(10);
  for (let i = 0; i < 3; i += 1) session.step(1);
  await until(isRest(23));
});

test("it is rewound to the same weights, or begins with others", async (t) => {
  const { session, frames, until } = open(t, {});
  session.step(4);
  await until(isRest(4));
  const losses = () => frames.flatMap(({ loss }) => [...loss]);
  const once = losses();
  for (const seed of [undefined, 7]) {
    frames.length = 0;
    session.reset(seed);
    session.step(4);
    await until(isRest(4));
    const again = losses();
    if (seed === undefined) assert.deepEqual(again, once);
    else assert.notDeepEqual(again, once);
  }
});

test("divergence ends it, and names the block", async (t) => {
  const spec = { norm: "none", optimizer: "sgd", rate: 1e4 };
  const { session, frames, until } = open(t, spec);
  session.run();
  const { end } = await until((what) => what.end);
  const trainer = makeTrainer({ ...SMALL, ...spec });
  while (!trainer.end) trainer.step();
  assert.deepEqual(end, trainer.end);
  assert.equal(end.why, "diverged");
  assert.ok(end.block >= 0 && end.block <= 3);
  assert.equal(end.step, frames.at(-1).step + 1);
  assert.equal(frames.at(-1).state.kind, "diverged");
  session.reset();
  assert.equal((await until(isRest(0))).first_loss, frames[0].first_loss);
});

test("its last frame shows the blocks of the pass that failed, however often it was looked at", async (t) => {
  const spec = { blocks: 6, batch_size: 8, norm: "none", optimizer: "sgd", rate: 0.3 };
  const { session, frames, until } = open(t, spec);
  session.run();
  const { end } = await until((what) => what.end);
  const { blocks } = frames.at(-1);
  frames.length = 0;
  session.reset();
  for (let step = 0; step < end.step; step += 1) {
    await until(isRest(step));
    session.step(1);
  }
  await until((what) => what.end);
  assert.deepEqual(frames.at(-1).blocks, blocks);
  assert.notDeepEqual(frames.at(-2).blocks, blocks);
});

test("of digits it says which are wrong", async (t) => {
  for (const data of ["digits", "tokens"]) {
    const { session, until } = open(t, { data });
    session.step(1);
    const { wrong, accuracy, plane } = await until(isRest(1));
    assert.equal(plane, null);
    assert.equal(wrong.length, Math.round(200 * (1 - accuracy)));
  }
});

test("BatchNorm is not in evaluation what it is in training; LayerNorm is", async (t) => {
  for (const [norm, isSame] of [
    ["layer", true],
    ["batch", false],
  ]) {
    const { session } = open(t, { norm });
    session.step(10);
    const { step, evaluation, training } = await session.evaluate();
    const off = Math.abs(evaluation.loss - training.loss);
    assert.equal(off < 1e-12, isSame, `${norm} after ${step} steps`);
  }
});

test("a spec that is none is refused, by name", () => {
  for (const wrong of [
    { norm: "no" },
    { blocks: 49 },
    { width: 6 },
    { rate: Number.NaN },
    { x: 1 },
  ]) {
    assert.throws(() => start(wrong, {}), { name: "RangeError", message: /has \w+ / });
  }
});

test("where a worker is refused, or breaks before its first word, the page does the work", async (t) => {
  class Refused {
    constructor() {
      throw new Error("refused");
    }
  }
  class Broken extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.onerror?.({ preventDefault() {}, message: "broken" }));
    }
  }
  for (const Worker of [Refused, Broken]) {
    const { session, frames, until } = open(t, {}, { Worker });
    session.step(2);
    await until(isRest(2));
    assert.equal(frames.flatMap(({ loss }) => [...loss]).length, 2);
  }
});

test("where a worker breaks after it was closed, nothing is begun in its place", (t) => {
  let worker;
  class Broken extends EventTarget {
    constructor() {
      super();
      worker = this;
    }
    postMessage() {}
  }
  const { session, frames } = open(t, {}, { Worker: Broken });
  session.run();
  session.close();
  const { MessageChannel } = globalThis;
  t.after(() => Object.assign(globalThis, { MessageChannel }));
  globalThis.MessageChannel = class {
    constructor() {
      assert.fail("it trains on the page");
    }
  };
  worker.onerror({ preventDefault() {}, message: "refused" });
  assert.deepEqual(frames, []);
});

test("steps leave no garbage", () => {
  for (const spec of [
    {},
    { norm: "batch", activation: "gelu" },
    { data: "tokens", qk_norm: true },
  ]) {
    const trainer = makeTrainer({ ...SMALL, ...spec });
    const steps = (count) => {
      for (let i = 0; i < count; i += 1) trainer.step();
    };
    steps(600); // until all is compiled, or nearly so
    const grown = Array.from({ length: 5 }, () => {
      const before = process.memoryUsage().heapUsed;
      steps(200);
      return process.memoryUsage().heapUsed - before;
    });
    // Once a compiler, or the collector, may come between; garbage would be left each time.
    const median = grown.toSorted((one, other) => one - other)[2];
    assert.ok(median < 200_000, `${grown} bytes: ${JSON.stringify(spec)}`);
  }
});

test("a network that does not learn for units that do nothing says so, and where", () => {
  const after = (steps, spec) => {
    const trainer = makeTrainer({ ...SMALL, ...spec });
    const sight = new Sight(trainer);
    let loss;
    for (let i = 0; i < steps; i += 1) loss = trainer.step();
    sight.evaluate();
    return sight.state(loss);
  };
  const large = { norm: "none", placement: "plain", weight_scale: 8 };
  const saturated = after(1, { ...large, activation: "tanh", rate: 0 });
  assert.equal(saturated.kind, "saturated");
  assert.ok(saturated.block >= 1 && saturated.share > 0.5);
  assert.equal(after(20, {}).kind, "learning");
  const unseen = new Sight(makeTrainer(SMALL));
  assert.equal(unseen.state(1).kind, "learning", "nobody has looked at its units yet");
});

/** Trains 300 steps with that many ReLUs of block 3 below 0 from the start; `look` at every tenth. */
function trainWithout(count, placement, look = () => {}) {
  const trainer = makeTrainer({ blocks: 6, placement });
  const sight = new Sight(trainer);
  const { feedForward } = trainer.network.blocks[2];
  feedForward.sublayer.first.bias.value.fill(-1000, 0, count);
  while (trainer.steps < 300) {
    const loss = trainer.step();
    if (trainer.steps % 10) continue;
    sight.evaluate();
    look(sight.state(loss));
  }
  return { sight, trainer, ...feedForward.sublayer };
}

test("with half of a block’s ReLUs at 0 a network learns, and nothing is said of it", () => {
  const { sight } = trainWithout(12, "pre", ({ kind }) => assert.equal(kind, "learning"));
  assert.ok(sight.watched.find(({ block }) => block === 3).share >= 0.5);
  assert.ok(sight.accuracy > 0.99, `${sight.accuracy}`);
});

test("with all of them at 0 the block’s matrices stand still, and what goes past it is learned from", () => {
  const states = [];
  const { sight, first, second } = trainWithout(24, "pre", (state) => states.push(state));
  assert.deepEqual(states[0], { kind: "dead", block: 3, share: 1 });
  for (const { weight } of [first, second]) assert.ok(weight.gradient.every((each) => each === 0));
  assert.ok(sight.accuracy > 0.95, `${sight.accuracy}`);
  assert.equal(states.at(-1).kind, "learning", "nobody misses it");
});

test("where nothing goes past such a block the network has one answer", () => {
  const { sight, trainer } = trainWithout(24, "plain");
  assert.deepEqual(sight.state(1), { kind: "dead", block: 3, share: 1 });
  const { probabilities } = trainer.network.loss;
  sight.evaluate();
  const answers = new Set(probabilities.subarray(0, 200).filter((_, i) => i % 2 === 0));
  assert.equal(answers.size, 1);
});
