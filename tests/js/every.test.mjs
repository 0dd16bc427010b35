// What holds for every explorable, whatever it shows: in a page without layout, by a thousand hands.
// What fails says which file to mend, and how.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { encode } from "../../src/normbook/widgets/_shared/link.mjs";
import { checkSense, countTimers, fire, mount, press, readJson, settled, unfold } from "./page.mjs";

// What is a lever where it is neither a slider nor a handle with the role of one.
const LEVERS = { axes: ".nb-cell" };
// Where a second control is the point, one group of choices stands beside the lever: what it is called.
const SECOND = { axes: "norm", backward: "differentiate μ", epsilon: "dtype" };
// What is no picture with a lever.
const OTHERS = {
  atlas: "a table of sixty models: what stands above it finds some of them",
  laboratory: "it asks first, and each question opens the controls that it has the reader move",
};

const WIDGETS = new URL("../../src/normbook/widgets/", import.meta.url);
const slugs = readdirSync(WIDGETS).filter(
  (name) => name !== "quiz" && existsSync(new URL(`${name}/widget.mjs`, WIDGETS)),
);

for (const slug of slugs) {
  const source = `src/normbook/widgets/${slug}/widget.mjs`;
  const states = `tests/js/states/${slug}.json`;
  const { widget, cases, missing } = await open(slug, source, states);
  if (missing) {
    test(`${slug}: it can be tested`, () => assert.fail(missing));
    continue;
  }

  const record = recordOf(slug);
  const start = { ...widget.parse({}), ...record };

  for (const { why, valid, state } of cases) {
    test(`${slug}: a state is ${valid ? "taken" : "refused"}: ${why}`, () => {
      const taken = widget.parse(state) !== null;
      const which = `${JSON.stringify(state)}, ${why}`;
      assert.equal(taken, valid, `${states} and the traits of ${source} disagree on ${which}`);
    });
    test(`${slug}: a picture shows no nonsense: ${why}`, async () => {
      const { el } = mount(widget, { ...record, ...state });
      await unfold(el);
      checkSense(el, source, why);
      assert.ok(el.querySelector("svg, table"), `${source}: build adds no svg and no table`);
    });
  }

  for (const raw of [null, undefined, 7, "x", [], true]) {
    test(`${slug}: ${JSON.stringify(raw)} is no state`, () => {
      assert.equal(widget.parse(raw), null, `${source}: parse takes it for a state`);
    });
  }

  test(`${slug}: a state that was parsed is a state, and shares nothing with its source`, () => {
    const state = widget.parse({});
    assert.deepEqual(widget.parse(state), state, `${source}: parse changes what it made`);
    for (const [name, value] of Object.entries(widget.parse(state))) {
      assert.ok(!Array.isArray(value) || value !== state[name], `${source}: parse copies ${name}`);
    }
  });

  test(`${slug}: two renderings of one state are the same text`, () => {
    const [one, other] = [mount(widget, start), mount(widget, start)];
    assert.equal(
      one.el.innerHTML,
      other.el.innerHTML,
      `${source}: build adds what is not its state's`,
    );
  });

  test(`${slug}: everything that answers to the hand has a name`, async () => {
    const { el } = mount(widget, start);
    await unfold(el);
    const named = (element) =>
      element.getAttribute("aria-label") ||
      element.closest("label")?.textContent.trim() ||
      element.textContent.trim();
    for (const each of el.querySelectorAll("input, button, select, [tabindex], [role=img]")) {
      assert.ok(named(each), `${source}: give this an aria-label, or words: ${each.outerHTML}`);
    }
    const name = el.querySelector(".nb-explorable").getAttribute("aria-label");
    assert.ok(name, `${source}: explorable({ title }) is what a screen reader calls it`);
  });

  test(`${slug}: hands on every control leave no nonsense, and reset undoes all`, async () => {
    const { el, model } = mount(widget, start);
    await unfold(el);
    await eachControl(el, (control) => checkSense(el, source, `after ${control.outerHTML}`));
    await press(el, "Reset");
    for (const [name, value] of Object.entries(widget.parse({}))) {
      assert.deepEqual(model.get(name), value, `${source}: Reset leaves ${name} changed`);
    }
  });

  test(`${slug}: on paper nothing is folded away, and afterwards it is as it was`, async () => {
    const { window, el } = mount(widget, start);
    const boxes = [...el.querySelectorAll(".nb-more")];
    const open = () => boxes.map((box) => box.hasAttribute("open"));
    const before = open();
    window.dispatchEvent(new window.Event("beforeprint"));
    assert.ok(open().every(Boolean));
    for (const box of boxes) {
      assert.ok(box.children.length > 1, `${source}: more() builds nothing`);
    }
    window.dispatchEvent(new window.Event("afterprint"));
    assert.deepEqual(open(), before);
  });

  test(`${slug}: values that are none leave the picture as it was`, async () => {
    const { el, model } = mount(widget, start);
    const before = el.innerHTML;
    for (const name of Object.keys(widget.parse({}))) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, {}, [[[]]], Array(1e5).fill(1)]) {
        model.set(name, value);
        await settled();
        const given = `${name} = ${String(value).slice(0, 20)}`;
        assert.equal(el.innerHTML, before, `${source}: its traits, or build, take ${given}`);
      }
      model.set(name, widget.parse({})[name]);
    }
  });

  test(`${slug}: a link opens at its state; a bad one at the start, and says so`, async () => {
    const { state } = cases.find(isAnother);
    const wanted = widget.parse(state);
    const { model } = mount(widget, start, encode(slug, state));
    for (const [name, value] of Object.entries(wanted)) {
      assert.deepEqual(model.get(name), value, `${source}: a link to ${JSON.stringify(state)}`);
    }
    for (const bad of cases.filter(({ valid }) => !valid)) {
      const { el } = mount(widget, start, encode(slug, bad.state));
      const words = el.querySelector(".nb-message").textContent;
      assert.match(words, /link/, `${source}: opens a link to ${bad.why}`);
    }
    const open = mount(widget, start);
    for (const [name, value] of Object.entries(wanted)) open.model.set(name, value);
    await settled();
    const { defaultView } = open.document;
    const location = { hash: `#${slug}=nonsense` };
    Object.defineProperty(defaultView, "location", { value: location, configurable: true });
    defaultView.dispatchEvent(new open.window.Event("hashchange"));
    for (const name of Object.keys(wanted)) {
      assert.deepEqual(open.model.get(name), widget.parse(start)[name], `${source}: ${name}`);
    }
  });

  const isOther = slug in OTHERS && `no lever: ${OTHERS[slug]}`;
  test(`${slug}: one lever and at most three things to try stand first`, { skip: isOther }, () => {
    const { el } = mount(widget, start);
    const inSight = (selector) =>
      [...el.querySelectorAll(selector)].filter((each) => !each.closest("[hidden], .nb-more"));
    const sliders = inSight("input[type=range]");
    assert.ok(sliders.length <= 1, `${source}: one slider stands first, the others behind more()`);
    const levers = sliders.length ? sliders : inSight(LEVERS[slug] ?? "[role=slider]");
    assert.ok(levers.length > 0, `${source}: show its lever, or let its picture be dragged`);
    const choices = inSight("input:not([type=range]), select").map((each) =>
      each.closest(".nb-choices"),
    );
    const names = [...new Set(choices)].map(
      (group) => group?.querySelector("legend, label").textContent,
    );
    const second = slug in SECOND ? [SECOND[slug]] : [];
    assert.deepEqual(names, second, `${source}: put choices behind more()`);
    const tried = inSight('[aria-label="Try"] button').length;
    assert.ok(tried <= 3, `${source}: ${tried} things to try; trials() shows three`);
    for (const box of el.querySelectorAll(".nb-more")) {
      assert.ok(!box.hasAttribute("open"), `${source}: isAsked is true of the start`);
    }
  });

  test(`${slug}: unmounting leaves no listener, no timer and no element`, async (t) => {
    const timers = countTimers(t);
    const { el, model, listening, unmount } = mount(widget, start);
    await unfold(el);
    assert.ok(listening.size > 0, `${source}: its default export is made by explorable({ … })`);
    for (const [name, value] of Object.entries(widget.parse({}))) model.set(name, value);
    await eachControl(el, () => {});
    await play(el); // what takes its time is under way
    unmount();
    await settled(); // the repaint that was due does nothing
    assert.equal(listening.size, 0, `${source}: pass on the signal of build's second argument`);
    assert.equal(timers.size, 0, `${source}: clear each timer when that signal aborts`);
    assert.equal(el.innerHTML, "", `${source}: build adds to root alone`);
  });
}

/** A state to take that is not the start. */
function isAnother({ valid, why }) {
  return valid && why !== "the start";
}

/** What an explorable draws of its record, if widget.py names one. */
function recordOf(slug) {
  const source = readFileSync(new URL(`${slug}/widget.py`, WIDGETS), "utf8");
  const [, file] = source.match(/recorded_in = "(.+)"/) ?? [];
  return file ? { record: readJson(new URL(`../data/${file}`, WIDGETS)) } : {};
}

/** An explorable's module and its list of states, or what is missing before they can be tested. */
async function open(slug, source, states) {
  try {
    const { default: widget } = await import(new URL(`${slug}/widget.mjs`, WIDGETS));
    if (!widget?.parse?.({})) {
      return {
        missing: `${source}: export default explorable({ … }), with a start for each trait`,
      };
    }
    const cases = readJson(`states/${slug}.json`);
    if (cases.some(isAnother) && cases.some(({ valid }) => !valid)) return { widget, cases };
    return { missing: `${states}: list another valid state than the start, and one that is not` };
  } catch (error) {
    if (error.code !== "ENOENT") return { missing: `${source} or ${states}: ${error.stack}` };
    return {
      missing: `write ${states}: a list of { "why": …, "valid": true or false, "state": … }`,
    };
  }
}

/** Uses each control in turn, at its extremes, and checks after each. */
async function eachControl(el, check) {
  for (const input of el.querySelectorAll("input, select")) {
    for (const value of extremes(input)) {
      if (typeof value === "boolean") input.checked = value;
      else if (input.localName === "select") pick(input, value);
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

async function play(el) {
  for (const button of el.querySelectorAll("button")) {
    if (button.textContent === "Play") await fire(button, "click");
  }
}

function pick(select, value) {
  for (const option of select.options) option.selected = option.value === value;
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
