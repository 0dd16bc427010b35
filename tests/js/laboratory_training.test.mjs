// What the laboratory trains, and when: as the reader asks, while somebody looks.

import assert from "node:assert/strict";
import test from "node:test";
import { bandOf, lastLoss } from "../../src/normbook/widgets/laboratory/losses.mjs";
import { SEEDS } from "../../src/normbook/widgets/laboratory/seeds.mjs";
import { parse, specsOf } from "../../src/normbook/widgets/laboratory/state.mjs";
import { STRETCH, training } from "../../src/normbook/widgets/laboratory/training.mjs";
import widget from "../../src/normbook/widgets/laboratory/widget.mjs";
import { ofSeeds } from "../../src/normbook/widgets/laboratory/words.mjs";
import { makeTrainer } from "../../tools/laboratory.mjs";
import { mount, press, settled } from "./page.mjs";

const START = parse({});
const SPECS = specsOf(START);

test("with 6 blocks pre and post learn, as the text says", () => {
  for (const placement of ["pre", "post"]) {
    const trainer = makeTrainer({ ...SPECS[0], placement });
    const losses = Array.from({ length: STRETCH }, () => trainer.step());
    assert.ok(lastLoss(losses) < 0.1, `${placement}: ${lastLoss(losses)}`);
  }
});

/**
 * Sessions that do what is asked of them, a hundred steps each time that `once` is called. As a worker
 * does, they make the next while the page has not yet heard of the last.
 */
function engine({ loss = () => 0.5, endAt = {} } = {}) {
  const sessions = [];

  function start(spec, { onFrame, onEnd }) {
    const session = { spec, made: 0, goal: 0, isClosed: false };
    const frame = (from, step) => () =>
      onFrame({
        step,
        loss: Float64Array.from({ length: step - from }, (_, i) => loss(from + i + 1, spec)),
        accuracy: 0.5,
        looked_at: step,
        blocks: [{ gradient: 1, variance: 1, gamma: null, histogram: new Uint32Array(3) }],
        plane: null,
        wrong: null,
        state: { kind: "learning", block: 0, share: 0 },
      });
    const untold = [frame(0, 0)];
    session.answer = () => {
      if (session.isClosed) return false;
      const from = session.made;
      session.made = Math.max(from, Math.min(session.goal, from + 100));
      if (session.made > from) untold.push(frame(from, session.made));
      else if (!untold.length) return false;
      if (session.made >= endAt[spec.placement]) {
        session.isClosed = true;
        onEnd({ why: "diverged", step: endAt[spec.placement], block: 1, pass: "forward" });
      } else untold.shift()();
      return true;
    };
    sessions.push(session);
    return {
      goTo(step) {
        session.goal = step;
      },
      step(count) {
        session.goal = Math.max(session.goal, session.made) + count;
      },
      pause() {
        session.goal = 0;
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
  return { start, sessions, once, all };
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

test("after a pause it goes on to the same step, however far the networks were ahead", () => {
  const { desk, once, all, steps, sessions } = work();
  desk.see(true);
  desk.train();
  once();
  sessions[0].answer();
  desk.pause();
  assert.notDeepEqual(
    sessions.map(({ made }) => made),
    steps(),
  );
  desk.train();
  all();
  assert.deepEqual(steps(), [STRETCH, STRETCH]);
  desk.tenSeeds();
  once();
  desk.see(false);
  desk.see(true);
  all();
  assert.ok(desk.seeds.losses.flat().every(({ length }) => length === STRETCH));
});

test("as many steps are taken as Step is pressed, however fast", () => {
  const { desk, all, steps } = work();
  desk.see(true);
  for (let i = 0; i < 5; i += 1) desk.step();
  all();
  assert.deepEqual(steps(), [5, 5]);
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

test("ten seeds wait out of sight, and are forgotten when they stop or the networks change", () => {
  const { desk, all, once, sessions } = work();
  desk.see(true);
  desk.tenSeeds();
  once();
  desk.see(false);
  once();
  all();
  assert.equal(desk.seeds.losses[0].length, 0);
  desk.see(true);
  for (const stop of [
    desk.pause,
    desk.train,
    desk.step,
    () => desk.fit(specsOf({ ...START, blocks: 2 })),
  ]) {
    desk.tenSeeds();
    once();
    stop();
    assert.equal(desk.seeds, null);
    assert.ok(sessions.filter(({ isClosed }) => !isClosed).length <= 2, "of the ten none is left");
  }
});

test("BatchNorm at rest is evaluated in both ways, others and earlier steps are not", async () => {
  const listeners = [];
  const session = { goTo() {}, close() {}, evaluate: async () => ({ step: 5 }) };
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
  const session = { goTo() {}, pause() {}, close() {} };
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
