// What holds for every explorable, whatever it shows: in a page without layout, by a thousand hands.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import test from "node:test";
import { encode } from "../../src/normbook/widgets/_shared/link.mjs";
import { fire, mount, press, readJson, settled } from "./page.mjs";

const WIDGETS = new URL("../../src/normbook/widgets/", import.meta.url);
const slugs = readdirSync(WIDGETS).filter(
  (name) => name !== "quiz" && existsSync(new URL(`${name}/widget.mjs`, WIDGETS)),
);
const NONSENSE = /NaN|undefined|Infinity|\[object/;

for (const slug of slugs) {
  const { default: widget } = await import(new URL(`${slug}/widget.mjs`, WIDGETS));
  const recorded = new URL(`../data/experiments/${slug}.json`, WIDGETS);
  const record = existsSync(recorded) ? { record: readJson(recorded) } : {};
  const start = { ...widget.parse({}), ...record };
  const cases = readJson(`states/${slug}.json`);

  for (const { why, valid, state } of cases) {
    test(`${slug}: a state is ${valid ? "taken" : "refused"}: ${why}`, () => {
      assert.equal(widget.parse(state) !== null, valid);
    });
    test(`${slug}: a picture shows no nonsense: ${why}`, () => {
      const { el } = mount(widget, { ...record, ...state });
      assert.doesNotMatch(el.innerHTML, NONSENSE);
      assert.ok(el.querySelector("svg, table"), "there is no picture");
    });
  }

  for (const raw of [null, undefined, 7, "x", [], true]) {
    test(`${slug}: ${JSON.stringify(raw)} is no state`, () => {
      assert.equal(widget.parse(raw), null);
    });
  }

  test(`${slug}: a state that was parsed is a state, and shares nothing with its source`, () => {
    const state = widget.parse({});
    assert.deepEqual(widget.parse(state), state);
    for (const value of Object.values(widget.parse(state))) {
      if (Array.isArray(value)) assert.ok(!Object.values(state).includes(value));
    }
  });

  test(`${slug}: two renderings of one state are the same text`, () => {
    assert.equal(mount(widget, start).el.innerHTML, mount(widget, start).el.innerHTML);
  });

  test(`${slug}: everything that answers to the hand has a name`, () => {
    const { el } = mount(widget, start);
    const named = (element) =>
      element.getAttribute("aria-label") ||
      element.closest("label")?.textContent.trim() ||
      element.textContent.trim();
    for (const each of el.querySelectorAll("input, button, select, [tabindex], [role=img]")) {
      assert.ok(named(each), each.outerHTML);
    }
    assert.ok(el.querySelector(".nb-explorable").getAttribute("aria-label"));
  });

  test(`${slug}: hands on every control leave no nonsense, and reset undoes all`, async () => {
    const { el, model } = mount(widget, start);
    await eachControl(el);
    await press(el, "Reset");
    for (const [name, value] of Object.entries(widget.parse({}))) {
      assert.deepEqual(model.get(name), value, name);
    }
  });

  test(`${slug}: values that are none leave the picture as it was`, async () => {
    const { el, model } = mount(widget, start);
    const before = el.innerHTML;
    for (const name of Object.keys(widget.parse({}))) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, {}, [[[]]], Array(1e5).fill(1)]) {
        model.set(name, value);
        await settled();
        assert.equal(el.innerHTML, before, `${name} = ${String(value).slice(0, 20)}`);
      }
      model.set(name, widget.parse({})[name]);
    }
  });

  test(`${slug}: a link opens at its state; a bad one at the start, and says so`, () => {
    const { state } = cases.find(({ valid, why }) => valid && why !== "the start");
    const wanted = widget.parse(state);
    const { model } = mount(widget, start, encode(slug, state));
    for (const [name, value] of Object.entries(wanted)) assert.deepEqual(model.get(name), value);
    for (const bad of cases.filter(({ valid }) => !valid)) {
      const { el } = mount(widget, start, encode(slug, bad.state));
      assert.match(el.querySelector(".nb-message").textContent, /link/, bad.why);
    }
  });

  test(`${slug}: unmounting leaves no listener, no timer and no element`, async () => {
    const { el, model, listening, unmount } = mount(widget, start);
    assert.ok(listening.size > 0);
    for (const [name, value] of Object.entries(widget.parse({}))) model.set(name, value);
    unmount();
    await settled(); // the repaint that was due does nothing
    assert.equal(listening.size, 0);
    assert.equal(el.innerHTML, "");
  });
}

/** Uses each control in turn, at its extremes. */
async function eachControl(el) {
  const check = (what) => assert.doesNotMatch(el.innerHTML, NONSENSE, what.outerHTML);
  for (const input of el.querySelectorAll("input, select")) {
    for (const value of extremes(input)) {
      if (typeof value === "boolean") input.checked = value;
      else input.value = value;
      await fire(input, "input");
      await fire(input, "change");
      check(input);
    }
  }
  for (const slider of el.querySelectorAll("[role=slider]")) {
    for (const key of ["ArrowUp", "PageDown", "End", "Home", "a"]) {
      await fire(slider, "keydown", { key });
      check(slider);
    }
  }
  for (const button of el.querySelectorAll("button")) {
    if (/^Copy/.test(button.textContent)) continue; // there is no clipboard here
    for (let k = 0; k < 3; k += 1) await fire(button, "click");
    check(button);
  }
}

function extremes(input) {
  const type = input.getAttribute("type");
  if (type === "range") return [input.getAttribute("max"), input.getAttribute("min")];
  if (type === "checkbox") return [true, false];
  if (type === "radio") return [true];
  if (input.localName === "select")
    return [...input.querySelectorAll("option")].map((o) => o.value);
  return ["é(*[\\", "a".repeat(500), ""];
}
