// A press, whatever is dragged by it: which pointers count, and how it ends.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { drag } from "../../src/normbook/widgets/_shared/drag.mjs";
import { onTap } from "../../src/normbook/widgets/epsilon/tap.mjs";
import { hand } from "../../src/normbook/widgets/geometry/hand.mjs";
import { snap } from "../../src/normbook/widgets/laboratory/snap.mjs";
import { throwing } from "../../src/normbook/widgets/throw_row/throwing.mjs";

/** What can be dragged: each makes `element` so, and tells of "move" and of "end". */
const DRAGGED = {
  "a handle of a chart": (element, tell, signal) =>
    drag(element, { start() {}, move: () => tell("move"), end: () => tell("end"), signal }),
  "the view of space": (element, tell, signal) =>
    hand(element, [], { begin: () => () => tell("move"), end: () => tell("end"), signal }),
  "a norm in a diagram": (element, tell, signal) =>
    snap(element, { begin: () => [], move: () => tell("move"), end: () => tell("end"), signal }),
  "a row that is thrown": (element, tell, signal) =>
    throwing(element, {
      move: () => tell("move"),
      step() {},
      window: { requestAnimationFrame: () => tell("end"), cancelAnimationFrame() {} },
      signal,
    }),
};

/** Returns what fires events of pointers, one after the other, and what came of them. */
function mountDragged(makeDragged) {
  const { document } = parseHTML("<!doctype html><html><body><svg></svg></body></html>");
  const element = document.querySelector("svg");
  const told = [];
  element.getScreenCTM = () => ({ a: 1, d: 1, e: 0, f: 0 });
  element.setPointerCapture = () => {};
  makeDragged(element, (what) => told.push(what), new AbortController().signal);
  let time = 0;
  const point = (type, properties = {}) => {
    time += 10;
    const place = { clientX: 3 * time, clientY: 0, timeStamp: time };
    const event = { pointerId: 1, button: 0, buttons: 1, ...place, ...properties };
    const { Event } = document.defaultView;
    const made = new Event(type, { bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries(event)) {
      Object.defineProperty(made, name, { value });
    }
    element.dispatchEvent(made);
  };
  return { point, told, element };
}

for (const [what, makeDragged] of Object.entries(DRAGGED)) {
  test(`${what} is dragged by the pointer that pressed it, and by no other`, () => {
    const { point, told } = mountDragged(makeDragged);
    point("pointerdown");
    point("pointerdown", { pointerId: 2 });
    point("pointermove", { pointerId: 2 });
    point("pointerup", { pointerId: 2, buttons: 0 });
    point("pointercancel", { pointerId: 2, buttons: 0 });
    assert.deepEqual(told, []);
    point("pointermove");
    point("pointerup", { buttons: 0 });
    point("pointermove");
    assert.deepEqual(told, ["move", "end"]);
  });

  test(`${what} is not dragged by what opens a menu`, () => {
    const { point, told } = mountDragged(makeDragged);
    for (const press of [{ button: 2 }, { ctrlKey: true }]) {
      point("pointerdown", press);
      point("pointermove");
    }
    assert.deepEqual(told, []);
  });

  test(`${what} is let go where the page was not told so`, () => {
    for (const [type, properties] of [
      ["pointermove", { buttons: 0 }],
      ["lostpointercapture", {}],
    ]) {
      const { point, told } = mountDragged(makeDragged);
      point("pointerdown");
      point("pointermove");
      point(type, properties);
      point("pointermove");
      point("pointerdown");
      point("pointermove");
      assert.deepEqual(told, ["move", "end", "move"], type);
    }
  });
}

test("a mouse goes along a chart, a finger or pen where it is let go; a press from elsewhere nowhere", () => {
  const to = (act, pointerType) => {
    const { point, told } = mountDragged((svg, tell, signal) => {
      const axis = { invert: (at) => at };
      const inside = { left: 0, right: 1000, top: 0, bottom: 100 };
      onTap({ svg, x: axis, y: axis, inside }, tell, signal);
    });
    act((type, properties) => point(type, { pointerType, ...properties }));
    return told;
  };
  const scroll = (point) => {
    point("pointerdown");
    point("pointermove");
    point("pointercancel", { buttons: 0 });
  };
  const pull = (point) => {
    point("pointerdown");
    point("pointermove");
    point("pointerup", { buttons: 0 });
    point("pointermove", { buttons: 0 });
  };
  assert.deepEqual(to(pull, "mouse"), [30, 60]);
  for (const pointerType of ["touch", "pen"]) {
    assert.deepEqual(to(pull, pointerType), [90]);
    assert.deepEqual(to(scroll, pointerType), []);
  }
  assert.deepEqual(
    to((point) => point("pointermove"), "mouse"),
    [],
  );
});

test("Escape drops N nowhere, in a browser that cannot join signals, too", (t) => {
  const { any } = AbortSignal;
  t.after(() => Object.assign(AbortSignal, { any }));
  AbortSignal.any = undefined;
  const { point, told, element } = mountDragged(DRAGGED["a norm in a diagram"]);
  point("pointerdown");
  point("pointermove");
  const { ownerDocument } = element;
  const event = new ownerDocument.defaultView.Event("keydown", { cancelable: true });
  ownerDocument.dispatchEvent(Object.assign(event, { key: "Escape" }));
  assert.deepEqual(told, ["move", "end"]);
});

test("the page that takes a touch undoes a turn, drops N nowhere and throws nothing", () => {
  const { point, told } = mountDragged((element, tell, signal) => {
    hand(element, [], { begin: () => (by) => tell(by), end: () => tell("end"), signal });
  });
  point("pointerdown");
  point("pointermove");
  point("pointercancel", { buttons: 0 });
  assert.deepEqual(told, [[30, 0], [0, 0], "end"]);
  const norm = mountDragged((element, tell, signal) => {
    const begin = () => [{ key: "here", x: 60, y: 0 }];
    snap(element, { begin, move: (_, near) => tell(near), end: tell, signal });
  });
  norm.point("pointerdown");
  norm.point("pointermove");
  norm.point("pointercancel", { buttons: 0 });
  assert.deepEqual(norm.told, ["here", null]);
  const row = mountDragged(DRAGGED["a row that is thrown"]);
  row.point("pointerdown");
  row.point("pointermove");
  row.point("pointercancel", { buttons: 0 });
  assert.deepEqual(row.told, ["move"]);
});
