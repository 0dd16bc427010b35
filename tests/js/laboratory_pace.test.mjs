// When the laboratory works: in sight, and in time with the hand.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { pacer } from "../../src/normbook/widgets/laboratory/pacer.mjs";
import { watchPress } from "../../src/normbook/widgets/laboratory/press.mjs";
import { watchSight } from "../../src/normbook/widgets/laboratory/sight.mjs";

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

test("a part that throws is reported, and the others are painted, now and later", async (t) => {
  const reports = t.mock.method(console, "error", () => {});
  const waiting = [];
  const window = { setTimeout: (paint) => waiting.push(paint), clearTimeout() {} };
  const { signal } = new AbortController();
  const painted = [];
  const broken = new Error("no such number");
  const parts = [
    () => {
      throw broken;
    },
    () => painted.push("planes"),
  ];
  const changed = pacer(parts, { window, signal, isPressed: () => false });
  for (const count of [1, 2]) {
    const shown = changed();
    for (let i = 0; i < 3; i += 1) {
      waiting.pop()(); // both parts, and the rest
      await new Promise(setImmediate);
    }
    await shown;
    assert.equal(painted.length, count);
  }
  assert.deepEqual(
    reports.mock.calls.map(({ arguments: [error] }) => error),
    [broken, broken],
  );
});
