// The button that copies code, in a page without a clipboard of its own.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { offerCopies } from "../../src/normbook/sphinx/assets/copy.mjs";
import { fire } from "./page.mjs";

const PAGE = '<div class="highlight"><pre><span>a</span> = 1\n</pre></div><pre>output</pre>';

/** A page with the button, and what it says; time passes by hand. */
function open(t, write, page = PAGE) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { document } = parseHTML(`<!doctype html><html><body>${page}</body></html>`);
  offerCopies(document, write);
  const buttons = [...document.querySelectorAll("button")];
  const heard = () => document.querySelector("[role=status]").textContent;
  return { buttons, says: () => buttons[0].getAttribute("aria-label"), heard };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("code has a button, and what is printed none", (t) => {
  const { buttons, says } = open(t);
  assert.equal(buttons.length, 1);
  assert.equal(says(), "Copy");
});

test("it copies the text, says so, and offers it again", async (t) => {
  const written = [];
  const { buttons, says, heard } = open(t, async (text) => written.push(text));
  await fire(buttons[0], "click");
  await settled();
  assert.deepEqual(written, ["a = 1\n"]);
  assert.deepEqual([says(), heard()], ["Copied", "Copied"]);
  t.mock.timers.tick(1500);
  await fire(buttons[0], "click");
  await settled();
  t.mock.timers.tick(1500);
  assert.equal(says(), "Copied", "for as long as after the first press");
  t.mock.timers.tick(500);
  assert.deepEqual([says(), heard()], ["Copy", ""]);
});

test("what a second button says is not cut short by the first", async (t) => {
  const { buttons, heard } = open(t, async () => {}, PAGE + PAGE);
  await fire(buttons[0], "click");
  await settled();
  t.mock.timers.tick(1500);
  await fire(buttons[1], "click");
  await settled();
  t.mock.timers.tick(1500);
  assert.equal(heard(), "Copied");
  t.mock.timers.tick(500);
  assert.equal(heard(), "");
});

test("where nothing may be copied it says that", async (t) => {
  const { buttons, says, heard } = open(t, () => Promise.reject(new Error("denied")));
  await fire(buttons[0], "click");
  await settled();
  assert.deepEqual([says(), heard()], ["Could not copy", "Could not copy"]);
});
