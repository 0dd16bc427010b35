// Wherever the row is thrown, x̂ is that of normbook.norms; a throw goes on, and a calm one stops.

import assert from "node:assert/strict";
import test from "node:test";
import { moved } from "../../src/normbook/widgets/throw_row/arithmetic.mjs";
import { throwing } from "../../src/normbook/widgets/throw_row/throwing.mjs";
import widget from "../../src/normbook/widgets/throw_row/widget.mjs";
import { fire, mount, press, readJson, settled } from "./page.mjs";

for (const { offset, mean, y } of readJson("vectors/throw_row.json")) {
  test(`LayerNorm of the row, moved by ${offset}`, () => {
    const found = moved(offset);
    assert.equal(found.mean, mean);
    for (const [i, value] of found.xHat.entries()) {
      assert.ok(Math.abs(value - y[i]) < 1e-9, `${value}, and normbook.norms says ${y[i]}`);
    }
  });
}

test("the mean is that of the features as they are shown, wherever the row lies", () => {
  for (const offset of [14.04, -0.26, 20.05, 999.96, 123456.78]) {
    const { el } = mount(widget, { offset });
    const numbers = (text) =>
      text
        .replaceAll("−", "-")
        .replaceAll(",", "")
        .match(/-?[\d.]+/g);
    const x = el.querySelector(".nb-throw-values .nb-tone-x").textContent.split(", ");
    const shown = x.map((text) => Number(numbers(text)[0]));
    const mean = shown.reduce((sum, value) => sum + value, 0) / shown.length;
    const [told] = numbers(el.querySelector(".nb-throw-mean text").textContent);
    assert.ok(Math.abs(Number(told) - mean) < 1e-6, `x is ${x}, and μ is ${told}`);
  }
});

test("reset puts the row and its axis back, and a throw moves the axis along", async () => {
  const { el } = mount(widget, { offset: 0 });
  const axis = () =>
    [...el.querySelectorAll(".nb-throw-tick")].map(
      (tick) => tick.getAttribute("transform") + tick.textContent,
    );
  const start = axis();
  const grip = el.querySelector(".nb-throw-grip");
  await fire(grip, "keydown", { key: "ArrowRight" });
  assert.deepEqual(axis(), start, "a little way the row goes alone");
  for (let i = 0; i < 9; i += 1) await fire(grip, "keydown", { key: "ArrowRight" });
  assert.notDeepEqual(axis(), start);
  await press(el, "Reset");
  assert.deepEqual(axis(), start);
});

test("Reset and a link hold a row that glides", async () => {
  for (const act of [({ el }) => press(el, "Reset"), ({ model }) => model.set("offset", 5)]) {
    const one = mount(widget, { offset: 0 });
    const grip = one.el.querySelector(".nb-throw-grip");
    grip.setPointerCapture = () => {};
    const frames = [];
    const value = (task) => frames.push(task);
    Object.defineProperties(one.document.defaultView, {
      requestAnimationFrame: { value, configurable: true },
      cancelAnimationFrame: { value: () => frames.splice(0), configurable: true },
    });
    for (const [type, clientX] of [
      ["pointerdown", 0],
      ["pointermove", 40],
      ["pointerup", 40],
    ]) {
      const time = { value: 10 + clientX };
      const event = new one.window.Event(type, { bubbles: true });
      Object.defineProperty(event, "timeStamp", time);
      grip.dispatchEvent(Object.assign(event, { pointerId: 1, button: 0, clientX }));
    }
    await settled();
    assert.equal(frames.length, 1);
    await act(one);
    await settled();
    assert.equal(frames.length, 0);
  }
});

test("each tick says how far its label reaches, so that the edge can take it away and not cut it", () => {
  const { el } = mount(widget, { offset: -20 });
  for (const tick of el.querySelectorAll(".nb-throw-tick")) {
    const [, across] = tick.getAttribute("transform").match(/translate\((\S+) 0\)/);
    const label = tick.querySelector("text");
    const [, reach] = (label.getAttribute("style") ?? "").match(/--nb-reach: (\S+)px/) ?? [];
    if (!reach) continue; // on the line of x̂, which is as wide as a phone
    assert.ok(reach - Math.abs(across) >= 3.5 * label.textContent.length, label.textContent);
  }
  assert.ok(el.querySelectorAll("[style*=reach]").length > 5);
});

/** A grip, and a window whose frames come when the test says so. */
function setUp({ calm = false } = {}) {
  const frames = [];
  const window = {
    matchMedia: () => ({ matches: calm }),
    requestAnimationFrame: (task) => frames.push(task),
    cancelAnimationFrame: () => frames.splice(0),
  };
  const grip = Object.assign(new EventTarget(), { setPointerCapture() {} });
  const [went, steps] = [[], []];
  const stop = new AbortController();
  const told = { move: (by) => went.push(by), step: (by) => steps.push(by) };
  throwing(grip, { ...told, window, signal: stop.signal });
  const tell = (kind, properties) => {
    const event = new Event(kind, { cancelable: true });
    for (const [name, value] of Object.entries({ pointerId: 1, button: 0, ...properties })) {
      Object.defineProperty(event, name, { value });
    }
    grip.dispatchEvent(event);
    return event;
  };
  const drag = (end) => {
    tell("pointerdown", { clientX: 0, timeStamp: 0 });
    tell("pointermove", { clientX: 10, timeStamp: 10 });
    tell("pointermove", { clientX: 20, timeStamp: 20 });
    tell("pointerup", { clientX: 20, timeStamp: end });
  };
  return { went, steps, frames, tell, drag, stop };
}

test("the row follows the hand, and a throw goes on until it is slow", () => {
  const { went, frames, drag } = setUp();
  drag(20);
  assert.deepEqual(went, [10, 10]);
  let frame = 0;
  for (let now = 36; frames.length; now += 16) {
    frames.shift()(now);
    frame += 1;
    assert.ok(frame < 1000, "it never stops");
  }
  const glided = went.slice(2);
  assert.ok(glided.every((by, i) => by > 0 && (i === 0 || by < glided[i - 1])));
  assert.ok(Math.abs(glided[0] - 16) < 1e-9, "it leaves the hand as fast as the hand was");
});

test("a hand that has rested throws nothing, nor does one whose owner wants little motion", () => {
  const rested = setUp();
  rested.drag(500);
  const calm = setUp({ calm: true });
  calm.drag(20);
  assert.deepEqual([rested.frames, calm.frames], [[], []]);
});

test("a new grip, a key and the end of the page stop a glide", () => {
  for (const act of [
    ({ tell }) => tell("pointerdown", { clientX: 0, timeStamp: 30 }),
    ({ tell }) => tell("keydown", { key: "ArrowLeft" }),
    ({ stop }) => stop.abort(),
  ]) {
    const one = setUp();
    one.drag(20);
    assert.equal(one.frames.length, 1);
    act(one);
    assert.equal(one.frames.length, 0);
  }
});

test("a key of the browser's, to go back say, is left to it", () => {
  const { steps, tell } = setUp();
  for (const held of ["altKey", "ctrlKey", "metaKey"]) {
    const event = tell("keydown", { key: "ArrowLeft", [held]: true });
    assert.ok(!event.defaultPrevented, held);
  }
  assert.deepEqual(steps, []);
});

test("keys move it by 1 and by 100, and with Shift by a tenth of that", () => {
  const { steps, tell } = setUp();
  tell("keydown", { key: "ArrowUp" });
  tell("keydown", { key: "PageDown" });
  tell("keydown", { key: "ArrowLeft", shiftKey: true });
  tell("keydown", { key: "Tab" });
  assert.deepEqual(steps, [1, -100, -0.1]);
  for (const key of ["Home", "End"]) assert.ok(tell("keydown", { key }).defaultPrevented);
  assert.deepEqual(steps.slice(3), [-Infinity, Infinity]);
});
