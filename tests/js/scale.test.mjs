// Scales of charts, and dragging along them, in a picture without layout.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { drag } from "../../src/normbook/widgets/_shared/drag.mjs";
import { handle } from "../../src/normbook/widgets/_shared/handle.mjs";
import { scaleLinear, scaleLog } from "../../src/normbook/widgets/_shared/scale.mjs";
import { fire } from "./page.mjs";

const near = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-9, `${found}`);

test("a linear scale is even in values, a logarithmic one in powers of ten", () => {
  const linear = scaleLinear().domain([10, 30]).range([100, 0]);
  assert.deepEqual([10, 15, 30].map(linear), [100, 75, 0]);
  const log = scaleLog().domain([0.01, 100]).range([0, 40]);
  for (const [i, value] of [0.01, 0.1, 1, 10, 100].entries()) near(log(value), 10 * i);
});

test("a place leads back to its value", () => {
  for (const scale of [scaleLinear(), scaleLog()]) {
    scale.domain([2, 500]).range([310, 12]);
    for (const value of [2, 3.7, 41, 500]) near(scale.invert(scale(value)), value);
  }
});

test("all of a domain without length lies in the middle", () => {
  assert.equal(scaleLinear().domain([3, 3]).range([0, 10])(3), 5);
});

test("a copy stays as it is", () => {
  const scale = scaleLinear().domain([0, 1]).range([0, 10]);
  const copy = scale.copy();
  scale.domain([0, 2]).domain().push(3);
  assert.deepEqual(
    [scale.domain(), copy.domain()],
    [
      [0, 2],
      [0, 1],
    ],
  );
  assert.equal(copy(1), 10);
});

const rounds = [
  [[0, 10], 5, [0, 2, 4, 6, 8, 10]],
  [[-0.5, 1], 4, [-0.5, 0, 0.5, 1]],
  [[0, 1], 4, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [[0.7, 7.3], 7, [1, 2, 3, 4, 5, 6, 7]],
  [[0, 8192], 5, [0, 2000, 4000, 6000, 8000]],
  [[9980, 10010], 4, [9980, 9990, 10000, 10010]],
  [[4, 4], 5, [4]],
];
for (const [domain, count, ticks] of rounds) {
  test(`round values from ${domain[0]} to ${domain[1]}, about ${count}`, () => {
    assert.deepEqual(scaleLinear().domain(domain).ticks(count), ticks);
  });
}

/** A handle at 5 on a line from 0 to 10, a hundred pixels long, and what became of it. */
function mountHandle(options = {}) {
  const { document } = parseHTML("<svg><g></g></svg>");
  const [svg, group] = [document.querySelector("svg"), document.querySelector("g")];
  svg.getScreenCTM = () => ({ a: 10, d: 10, e: 7, f: 0 });
  Object.defineProperty(group, "ownerSVGElement", { value: svg });
  group.setPointerCapture = () => {};
  const told = [];
  const scale = scaleLinear().domain([0, 10]).range([0, 10]);
  const update = handle(group, {
    scale,
    along: "x",
    grab: ({ type }) => told.push(type),
    change: (value) => told.push(value),
    release: () => told.push("released"),
    signal: new AbortController().signal,
    ...options,
  });
  update({ label: "x", value: 5, words: "5", step: 0.5 });
  const point = (type, clientX, more = {}) =>
    fire(group, type, { clientX, clientY: 0, pointerId: 1, button: 0, ...more });
  return { group, told, scale, point };
}

test("a drag moves a handle by as much as the pointer, in steps, within its axis", async () => {
  const { told, point } = mountHandle();
  await point("pointerdown", 60); // a little right of it
  await point("pointermove", 76);
  await point("pointermove", 900);
  await point("pointerup", 900);
  await point("pointermove", 20);
  assert.deepEqual(told, ["pointerdown", 6.5, 10, "released"]);
});

test("a drag that may go beyond does, along the axis as it was", async () => {
  const { told, scale, point } = mountHandle({ beyond: true });
  await point("pointerdown", 57);
  scale.domain([0, 40]);
  await point("pointermove", 257);
  assert.deepEqual(told.at(-1), 25);
});

test("a key moves a handle, and one of the browser's, to go back say, is left to it", async () => {
  const { group, told } = mountHandle();
  const prevented = [];
  group.addEventListener("keydown", ({ defaultPrevented }) => prevented.push(defaultPrevented));
  await fire(group, "keydown", { key: "ArrowLeft" });
  for (const held of ["altKey", "ctrlKey", "metaKey"]) {
    await fire(group, "keydown", { key: "ArrowLeft", [held]: true });
  }
  assert.deepEqual(told, [2.5]);
  assert.deepEqual(prevented, [true, false, false, false]);
});

test("a finger that drags does not scroll, one that drags nothing does, and what is over is over", async () => {
  const { document } = parseHTML("<p></p>");
  const element = document.querySelector("p");
  element.setPointerCapture = () => {};
  const stop = new AbortController();
  const told = [];
  drag(element, {
    start: ({ clientX }) => clientX > 0 && told.push("start"),
    move: () => told.push("move"),
    signal: stop.signal,
  });
  const isScrolled = () =>
    element.dispatchEvent(new document.defaultView.Event("touchmove", { cancelable: true }));
  await fire(element, "pointerdown", { pointerId: 1, button: 0, clientX: 0 });
  assert.ok(isScrolled());
  await fire(element, "pointerdown", { pointerId: 1, button: 0, clientX: 1 });
  assert.ok(!isScrolled());
  await fire(element, "pointercancel", { pointerId: 1 });
  assert.ok(isScrolled());
  await fire(element, "pointermove", { pointerId: 1 });
  assert.deepEqual(told, ["start"]);
});
