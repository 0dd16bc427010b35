// How a block is wired: N is dragged to a slot, or a slot is clicked.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { inWords, PLACEMENTS } from "../../src/normbook/widgets/_shared/placements.mjs";
import { KEYS, placementOf, SLOT_OF } from "../../src/normbook/widgets/laboratory/placements.mjs";
import { wiring } from "../../src/normbook/widgets/laboratory/wiring.mjs";
import { fire } from "./page.mjs";

test("each placement has a slot of its own", () => {
  for (const key of KEYS) assert.equal(placementOf(SLOT_OF[key]), key);
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
  svg.getScreenCTM = () => ({ a: 1, d: 1, e: 0, f: 0 }); // a pixel a unit
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
    const label = svg.getAttribute("aria-label");
    assert.ok(label.startsWith(inWords(key)));
    assert.equal(label.endsWith("N does nothing: there is no norm."), key === "pre");
    assert.ok(label.includes(PLACEMENTS[key].name));
  }
});
