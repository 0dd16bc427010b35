// When what is far away is laid out, in a page whose browser has time when the test says.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { layOutLater, leadToPlace } from "../../src/normbook/sphinx/assets/later.mjs";
import { fire } from "./page.mjs";

const PAGE = `
  <div class="bd-article">
    <section><a href="#two">to two</a><a href="other.html">elsewhere</a>
      <section id="one"></section><section id="two"></section></section>
  </div>`;

/** A page, whose window hears what the test says; `idle` gives it time once. */
function open({ whole = false } = {}) {
  const { document } = parseHTML(`<!doctype html><html><body>${PAGE}</body></html>`);
  const { dataset } = document.documentElement;
  if (whole) dataset.whole = "";
  const tasks = [];
  const window = new EventTarget();
  Object.assign(window, { document, requestIdleCallback: (task) => tasks.push(task) });
  layOutLater(window);
  const laidOut = () =>
    [...document.querySelectorAll("[style]")].map(({ id }) => id).filter(Boolean);
  return {
    document,
    tasks,
    laidOut,
    isWhole: () => "whole" in dataset,
    hear: (type) => window.dispatchEvent(new Event(type)),
    idle: () => tasks.shift()(),
  };
}

test("nothing is laid out before the reader moves, and then a part at a time", () => {
  const { hear, idle, laidOut, isWhole, tasks } = open();
  assert.equal(tasks.length, 0);
  hear("pointermove");
  hear("scroll");
  assert.equal(tasks.length, 1, "it begins once");
  idle();
  assert.deepEqual(laidOut(), ["one"]);
  idle();
  assert.deepEqual(laidOut(), ["one", "two"]);
  assert.ok(!isWhole());
  idle();
  assert.ok(isWhole());
  assert.equal(tasks.length, 0);
});

test("before a jump within the page all of it is laid out, and before another page nothing", async () => {
  const { document, isWhole } = open();
  const [within, elsewhere] = document.querySelectorAll("a");
  await fire(elsewhere, "click");
  assert.ok(!isWhole());
  await fire(within, "click");
  assert.ok(isWhole());
});

test("who goes back within the page finds all of it", () => {
  const { hear, isWhole } = open();
  hear("popstate");
  assert.ok(isWhole());
});

test("where all is laid out from the start there is nothing to do", () => {
  const { hear, tasks } = open({ whole: true });
  hear("scroll");
  assert.equal(tasks.length, 0);
});

/** Whether a page whose address names a place is scrolled there. */
function isLed({ type = "navigate", scrollY = 0, named = true } = {}) {
  let led = false;
  const place = { scrollIntoView: () => (led = true) };
  const document = {
    querySelector: (selector) => (selector === ":target" && named ? place : null),
  };
  leadToPlace({ document, performance: { getEntriesByType: () => [{ type }] }, scrollY });
  return led;
}

test("who is still at the top is led to the place in the address, unless they come back", () => {
  assert.ok(isLed());
  assert.ok(!isLed({ named: false }));
  assert.ok(!isLed({ scrollY: 2752 }));
  assert.ok(!isLed({ type: "reload" }));
  assert.ok(!isLed({ type: "back_forward" }));
});
