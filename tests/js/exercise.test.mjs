// The box of an exercise and the list of all, without layout: the editor and Python are stand-ins.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { openSession } from "../../src/normbook/sphinx/assets/code/session.mjs";
import { mount as mountBox } from "../../src/normbook/sphinx/assets/exercise/exercise.mjs";
import { mount as mountMap } from "../../src/normbook/sphinx/assets/exercise/map.mjs";
import { saveFile } from "../../src/normbook/sphinx/assets/exercise/page.mjs";
import {
  mount as mountProgress,
  parseFile,
} from "../../src/normbook/sphinx/assets/exercise/progress.mjs";
import { failing, fire, passing, Storage } from "./page.mjs";

const KEY = "normbook:layer_norm";
const STUB = "def layer_norm(x):\n    pass\n";
const assets = new URL("../../src/normbook/sphinx/assets/exercise/", import.meta.url);
const template = (name) => readFileSync(new URL(name, assets), "utf8");
const later = () => new Promise((resolve) => setTimeout(resolve));

function page(body, storage) {
  const { document, window } = parseHTML(`<!doctype html><html><body>${body}</body></html>`);
  Object.assign(window, { Storage });
  Object.defineProperty(document, "baseURI", { value: "http://localhost/book/" });
  Object.defineProperty(window, "localStorage", { value: storage, configurable: true });
  window.HTMLElement.prototype.scrollIntoView = () => {};
  return { document, window };
}

/** A box with two hints; `python` has what the test wants of Python. */
function open({
  python: given = {},
  storage = new Storage(),
  agree = async () => true,
  runs = true,
} = {}) {
  const { document, window } = page(
    `<div class="nb-exercise"><p class="nb-exercise-facts"></p>
      <div class="nb-solve" data-slug="layer_norm" data-title="LayerNorm" data-worth="10"
        data-requires="numpy" data-runs="${runs}" data-python="http://localhost/_static/python/">
        <div class="highlight-python"><pre>${STUB}</pre></div>${template("solve.html")}</div>
      <details class="nb-hint"><summary>Hint 1 of 2</summary></details>
      <details class="nb-hint"><summary>Hint 2 of 2</summary></details>
      <details class="nb-solution" hidden><summary>Solution</summary></details></div>`,
    storage,
  );
  const python = { prepare: async () => {}, ...given };
  const editor = { text: "" };
  const makeEditor = (place, { source, onChange, onCheck }) => {
    place.remove();
    editor.text = source;
    editor.type = (text) => {
      editor.text = text;
      onChange();
    };
    editor.check = onCheck;
    return {
      source: () => editor.text,
      replace: (text) => editor.type(text),
      focus() {},
    };
  };
  mountBox(document.querySelector(".nb-solve"), { makeEditor, agree, load: async () => python });
  const find = (selector) => document.querySelector(selector);
  const press = async (name) => {
    await fire(find(`[data-do="${name}"]`), "click");
    await later();
  };
  const message = () => find(".nb-message").textContent;
  const kept = () => JSON.parse(storage?.getItem(KEY) ?? "null");
  const choose = async (text) => {
    const input = find('input[type="file"]');
    const file = { name: "mine.py", size: text.length, text: async () => text };
    Object.defineProperty(input, "files", { value: [file], configurable: true });
    await fire(input, "change");
    await later();
  };
  return { document, window, editor, storage, find, press, choose, message, kept };
}

/** Python of which 3 of 11 MB have come when it is asked for, and the rest with `ready`. */
function loading() {
  const prepared = [];
  let tell;
  let come;
  const prepare = (slug, { requires, onProgress }) => {
    prepared.push([slug, requires]);
    tell = onProgress;
    tell({ loaded: 3e6, total: 11e6 });
    return new Promise((resolve) => {
      come = resolve;
    });
  };
  const ready = () => {
    tell({ loaded: 11e6, total: 11e6 });
    come();
    return later();
  };
  return { prepared, python: { prepare }, ready };
}

test("Python comes with the first keystroke, once, and says so until it is there", async () => {
  const { prepared, python, ready } = loading();
  const box = open({ python });
  box.editor.type("a");
  box.editor.type("ab");
  await later();
  assert.deepEqual(prepared, [["layer_norm", ["numpy"]]]);
  assert.match(box.message(), /^Loading Python: 3 of 11 MB/);
  assert.equal(box.find(".nb-spoken").textContent, "");
  await ready();
  assert.equal(box.message(), "");
  assert.ok(box.find(".nb-loading").hidden);
});

/** Another tab writes. */
function write(box, work) {
  const value = JSON.stringify({ points: null, worth: 10, hints: 0, time: 9e12, ...work });
  box.storage.setItem(KEY, value);
  const event = new box.window.Event("storage");
  box.window.dispatchEvent(Object.assign(event, { key: KEY, newValue: value }));
}

test("nothing is kept, and nothing asked of Python, before the reader does something", async () => {
  let loaded = false;
  const box = open({ python: { check: () => (loaded = true) } });
  await later();
  assert.equal(box.editor.text, STUB);
  assert.equal(box.kept(), null);
  assert.equal(loaded, false);
  assert.equal(box.find(".nb-unkept").hidden, true);
});

test("a check shows the report, speaks it, and keeps the points", async () => {
  const asked = [];
  const box = open({
    python: {
      async check(...parts) {
        asked.push(parts);
        return failing;
      },
    },
  });
  await box.press("check");
  assert.deepEqual(asked[0].slice(0, 2), ["layer_norm", STUB]);
  assert.deepEqual(asked[0][2].requires, ["numpy"]);
  assert.equal(box.find(".nb-result").hidden, false);
  assert.match(box.find(".nb-result").textContent, /LayerNorm: 2 of 10 points/);
  assert.match(box.find(".nb-spoken").textContent, /^2 of 10 points\. What this looks like/);
  assert.equal(box.find(".nb-earned-here").textContent, "2 earned");
  assert.deepEqual([box.kept().points, box.kept().worth], [2, 10]);
});

test("what was earned stays, whatever a later check says", async () => {
  const reports = [passing, failing];
  const box = open({ python: { check: async () => reports.shift() } });
  await box.press("check");
  assert.match(box.message(), /^Solved/);
  await box.press("check");
  assert.equal(box.kept().points, 10);
  assert.equal(box.find(".nb-earned-here").textContent, "✓ solved");
});

test("the next day the box is as it was left", async () => {
  const box = open({ python: { check: async () => passing } });
  box.editor.type("mine\n");
  await box.press("hint");
  await box.press("check");
  const again = open({ storage: box.storage });
  assert.equal(again.editor.text, "mine\n");
  assert.equal(again.find(".nb-earned-here").textContent, "✓ solved");
  assert.equal(again.document.querySelectorAll(".nb-hint.nb-taken").length, 1);
});

test("what was earned when the exercise was worth more counts as all that it is worth now", () => {
  const storage = new Storage();
  storage.setItem(KEY, record({ points: 12, worth: 12 }));
  assert.equal(open({ storage }).find(".nb-earned-here").textContent, "✓ solved");
});

test("a check that was stopped earns nothing", async () => {
  const box = open({ python: { check: async () => ({ status: "stopped" }) } });
  await box.press("check");
  assert.equal(box.message(), "Stopped.");
  assert.equal(box.kept(), null);
  assert.equal(box.find('[data-do="check"]').getAttribute("aria-disabled"), "false");
});

test("a run that was ended says why", async () => {
  const timeout = { status: "timeout", value: "", error: "", figures: [], message: "No answer." };
  const box = open({ python: { run: async () => timeout } });
  await box.press("run");
  assert.equal(box.message(), "No answer.");
});

test("where Python cannot be loaded, that is said, and the code is safe", async () => {
  const unavailable = { status: "unavailable", message: "No WebAssembly here." };
  const box = open({ python: { check: async () => unavailable } });
  await box.press("check");
  assert.equal(box.message(), "No WebAssembly here.");
  assert.equal(box.editor.text, STUB);
});

test("one request at a time; Stop ends it", async () => {
  let calls = 0;
  const check = (_slug, _source, { signal }) => {
    calls += 1;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ status: "stopped" }));
    });
  };
  const box = open({ python: { check } });
  await box.press("check");
  await box.press("check");
  await box.press("run");
  box.editor.check();
  assert.equal(calls, 1);
  assert.equal(box.find('[data-do="stop"]').getAttribute("aria-disabled"), "false");
  await box.press("stop");
  assert.equal(box.message(), "Stopped.");
});

test("Run shows what was printed, the value, the error and the figures, all as text", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  const run = async (_source, { onOutput }) => {
    onOutput(evil);
    onOutput("more");
    return { status: "done", value: evil, error: evil, figures: ["iVBORw0KGgo="], message: "" };
  };
  const box = open({ python: { run } });
  await box.press("run");
  const output = box.find(".nb-output");
  const texts = [...output.querySelectorAll("pre")].map(({ textContent }) => textContent);
  assert.deepEqual(texts, [`${evil}more`, evil, evil]);
  const images = [...output.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  assert.deepEqual(images, ["data:image/png;base64,iVBORw0KGgo="]);
});

test("a run that shows nothing says so", async () => {
  const nothing = { status: "done", value: "", error: "", figures: [], message: "" };
  const box = open({ python: { run: async () => nothing } });
  await box.press("run");
  assert.equal(box.message(), "It ran, and showed nothing.");
  assert.equal(box.find(".nb-output").hidden, true);
});

test("hints come one by one, and are counted", async () => {
  const box = open();
  const taken = () => box.document.querySelectorAll(".nb-hint.nb-taken").length;
  await box.press("hint");
  assert.deepEqual([taken(), box.kept().hints], [1, 1]);
  await box.press("hint");
  await box.press("hint");
  assert.deepEqual([taken(), box.kept().hints], [2, 0b11]);
  assert.equal(box.find('[data-do="hint"]').getAttribute("aria-disabled"), "true");
});

test("after a check those hints come first that help with what is wrong", async () => {
  const box = open({ python: { check: async () => ({ ...failing, helping: [1, 0, 1] }) } });
  const opened = () => [...box.document.querySelectorAll(".nb-hint")].map(({ open }) => !!open);
  await box.press("check");
  await box.press("hint");
  assert.deepEqual(opened(), [false, true]);
  await box.press("hint");
  assert.deepEqual(opened(), [true, true]);
});

test("the solution is shown after a check, or to those who confirm", async () => {
  const asked = [];
  const agree = async (_dialog, words) => {
    asked.push(words);
    return false;
  };
  const box = open({ agree, python: { check: async () => failing } });
  await box.press("solution");
  assert.equal(box.find(".nb-solution").hidden, true);
  assert.match(asked[0], /not checked an attempt/);
  await box.press("check");
  await box.press("solution");
  assert.equal(box.find(".nb-solution").hidden, false);
  assert.equal(asked.length, 1);
});

test("Reset asks, and what was there is one undo away", async () => {
  let answer = false;
  const box = open({ agree: async () => answer });
  box.editor.type("mine\n");
  await box.press("reset");
  assert.equal(box.editor.text, "mine\n");
  answer = true;
  await box.press("reset");
  assert.equal(box.editor.text, STUB);
  assert.equal(box.find('[data-do="undo"]').hidden, false);
  await box.press("undo");
  assert.equal(box.editor.text, "mine\n");
  assert.equal(box.find('[data-do="undo"]').hidden, true);
});

test("whatever was typed since, Undo brings back all that was replaced", async () => {
  const box = open();
  box.editor.type("mine\n");
  await box.press("reset");
  box.editor.type(`${STUB}x`);
  await later(); // Python has come, and said so
  assert.equal(box.find('[data-do="undo"]').hidden, false);
  await box.press("undo");
  assert.equal(box.editor.text, "mine\n");
  assert.equal(box.kept().source, "mine\n");
});

test("what Python says as it comes takes the place of nothing that was said to the reader", async () => {
  for (const typed of [[], ["a"]]) {
    const { python, ready } = loading();
    const box = open({ python });
    for (const text of typed) box.editor.type(text);
    await box.press("reset"); // the first that is done, or while Python comes
    assert.equal(box.message(), "The stub is back.");
    await ready();
    assert.equal(box.message(), "The stub is back.");
    assert.ok(box.find(".nb-loading").hidden);
  }
});

test("a file can be undone, too, and one that is too long for an attempt is not taken", async () => {
  const box = open();
  box.editor.type("mine\n");
  await box.choose("x".repeat(100_001));
  assert.match(box.message(), /mine\.py is empty, or longer than the 100,000 characters/);
  assert.equal(box.editor.text, "mine\n");
  await box.choose("theirs\n");
  assert.equal(box.message(), "mine.py is in the editor.");
  assert.equal(box.kept().source, "theirs\n");
  await box.press("undo");
  assert.equal(box.editor.text, "mine\n");
});

test("an attempt that is too long to be read again is not kept, and that is said", () => {
  const box = open();
  const write = (text) => {
    box.editor.type(text);
    box.window.dispatchEvent(new box.window.Event("pagehide"));
    return box.kept().source;
  };
  write("mine\n");
  assert.equal(write("x".repeat(100_001)), "mine\n", "what was kept before is there still");
  assert.equal(box.find(".nb-unkept").hidden, false);
  assert.match(box.find(".nb-unkept").textContent, /more than 100,000 characters is not kept/);
  assert.match(box.find(".nb-spoken").textContent, /not kept/);
  assert.equal(write("shorter\n"), "shorter\n");
  assert.equal(box.find(".nb-unkept").hidden, true);
});

test("a report on code that was changed meanwhile says so, and earns for what was checked", async () => {
  let answer;
  const check = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const box = open({ python: { check } });
  const report = box.find(".nb-result");
  box.editor.type("right\n");
  await box.press("check");
  box.editor.type("wrong\n");
  answer(passing);
  await later();
  assert.equal(
    box.message(),
    "You have changed your code meanwhile: this is the report on what was checked.",
  );
  assert.match(box.find(".nb-spoken").textContent, /^You have changed .* 10 of 10 points/);
  assert.ok(report.hasAttribute("data-stale"));
  assert.deepEqual([box.kept().source, box.kept().points], ["wrong\n", 10]);
  await box.press("check");
  box.editor.type("other\n");
  box.editor.type("wrong\n");
  answer(failing);
  await later();
  assert.equal(report.hasAttribute("data-stale"), false, "it is as it was checked");
});

test("newer work of another tab is offered, and nothing is overwritten before the choice", async () => {
  const box = open();
  box.editor.type("mine\n");
  await box.press("hint");
  write(box, { source: "theirs\n" });
  assert.equal(box.find(".nb-offer").hidden, false);
  await box.press("hint");
  assert.equal(box.kept().source, "theirs\n");
  await box.press("take");
  assert.equal(box.editor.text, "theirs\n");
  assert.equal(box.find(".nb-offer").hidden, true);
});

test("or the reader keeps what is here", async () => {
  const box = open();
  box.editor.type("mine\n");
  write(box, { source: "theirs\n", points: 7 });
  await box.press("keep");
  assert.equal(box.kept().source, "mine\n");
  assert.equal(box.kept().points, 7);
});

test("points that another tab earns show here, with no question, now or later", async () => {
  const box = open();
  write(box, { source: STUB, points: 10 });
  assert.equal(box.find(".nb-earned-here").textContent, "✓ solved");
  box.editor.type("mine\n");
  await box.press("hint");
  assert.equal(box.find(".nb-offer").hidden, true);
  assert.deepEqual([box.kept().source, box.kept().points], ["mine\n", 10]);
});

test("work that is cleared in the list does not come back from a box that is open", async () => {
  for (const [type, properties] of [
    ["storage", { key: KEY, newValue: null }],
    ["pageshow", { persisted: true }],
  ]) {
    const box = open({ python: { check: async () => passing } });
    box.editor.type("mine\n");
    await box.press("hint");
    await box.press("check");
    box.storage.removeItem(KEY);
    box.window.dispatchEvent(Object.assign(new box.window.Event(type), properties));
    assert.equal(box.find(".nb-earned-here").hidden, true, type);
    assert.equal(box.find(".nb-taken"), null);
    box.editor.type("mine again\n");
    box.window.dispatchEvent(new box.window.Event("pagehide"));
    const { source, points, hints } = box.kept();
    assert.deepEqual([source, points, hints], ["mine again\n", null, 0]);
  }
});

test("where nothing could be kept nothing is taken for cleared", async () => {
  const box = open({ storage: null, python: { check: async () => passing } });
  await box.press("check");
  box.window.dispatchEvent(Object.assign(new box.window.Event("pageshow"), { persisted: true }));
  assert.equal(box.find(".nb-earned-here").hidden, false);
});

test("what was earned while an offer stood is not lost by taking it", async () => {
  const box = open({ python: { check: async () => passing } });
  box.editor.type("mine\n");
  write(box, { source: "theirs\n" });
  await box.press("check");
  await box.press("take");
  assert.deepEqual([box.kept().source, box.kept().points], ["theirs\n", 10]);
});

test("where nothing can be kept, the box works and says so", async () => {
  const box = open({ storage: null, python: { check: async () => passing } });
  assert.match(box.find(".nb-unkept").textContent, /keeps nothing here/);
  assert.equal(box.find(".nb-unkept").hidden, false);
  await box.press("check");
  assert.equal(box.find(".nb-earned-here").textContent, "✓ solved");
});

test("an exercise that does not run in a page is never checked there", async () => {
  const box = open({
    runs: false,
    python: {
      check() {
        throw new Error("asked");
      },
    },
  });
  box.editor.check();
  await later();
  assert.equal(box.message(), "");
});

test("loading is told in megabytes, the first time that it happens once, and then what is done", async () => {
  const storage = new Storage();
  const [words, shares] = [[], []];
  const session = openSession({
    base: "",
    storage,
    onBusy() {},
    onWords: (text) => words.push(text),
    onShare: (share) => shares.push(share),
    load: async () => ({}),
  });
  const request = async (_python, { onProgress, onStart }) => {
    onProgress({ loaded: 6e6, total: 14e6 });
    onProgress({ loaded: 14e6, total: 14e6 });
    onStart();
    return {};
  };
  await session.ask("Checking …", request);
  assert.deepEqual(words, [
    "Checking …",
    "Loading Python: 6 of 14 MB. This happens once: your browser keeps it.",
    "Starting Python …",
    "Checking …",
  ]);
  assert.deepEqual(shares, [6 / 14, null, null]);
  await session.ask("Checking …", request);
  assert.equal(words.at(-3), "Loading Python: 6 of 14 MB.");
});

test("a stop is heard while Python's own code is on its way, and Python has not come then", async () => {
  const storage = new Storage();
  const words = [];
  let come;
  const session = openSession({
    base: "",
    storage,
    onBusy() {},
    onWords: (text) => words.push(text),
    onShare() {},
    load: () => new Promise((resolve) => (come = resolve)),
  });
  const asked = session.ask("Checking …", () => assert.fail("it was stopped"));
  session.stop();
  assert.deepEqual(await asked, { status: "stopped" });
  come({});
  const whileItLoads = session.ask("Checking …", async (_, { signal, onProgress }) => {
    onProgress({ loaded: 6e6, total: 14e6 });
    session.stop();
    return { status: signal.aborted ? "stopped" : "pass" };
  });
  come({});
  assert.deepEqual(await whileItLoads, { status: "stopped" });
  const again = session.ask("Checking …", async (_, { onProgress }) => {
    onProgress({ loaded: 6e6, total: 14e6 });
    return {};
  });
  come({});
  await again;
  assert.match(words.at(-1), /This happens once/);
});

function openList(storage, agree = async () => true) {
  const { document } = page(
    `<div class="nb-progress" data-total="100" data-apart="18">${template("progress.html")}
      <table><tr><td data-slug="layer_norm" data-worth="10">10</td></tr>
      <tr><td data-slug="rms_norm" data-worth="5">5</td></tr></table></div>`,
    storage,
  );
  const place = document.querySelector(".nb-progress");
  mountProgress(place, { agree });
  return place;
}

const record = (work) =>
  JSON.stringify({ source: "x\n", points: 10, worth: 10, hints: 0, time: 1, ...work });

test("the list shows what was earned, exercise by exercise and in all", () => {
  const storage = new Storage();
  storage.setItem(KEY, record({}));
  storage.setItem("normbook:rms_norm", record({ points: 400 }));
  const list = openList(storage);
  const cells = [...list.querySelectorAll("td")].map(({ textContent }) => textContent);
  assert.deepEqual(cells, ["✓ 10/10", "✓ 5/5"]);
  assert.match(list.querySelector(".nb-total").textContent, /^15 of 100 points/);
  assert.match(list.querySelector(".nb-apart").textContent, /^18 of them need PyTorch/);
});

test("on the way back the list shows what was earned meanwhile", () => {
  const storage = new Storage();
  const list = openList(storage);
  const { defaultView: window } = list.ownerDocument;
  storage.setItem(KEY, record({}));
  window.dispatchEvent(Object.assign(new window.Event("pageshow"), { persisted: true }));
  assert.equal(list.querySelector("td").textContent, "✓ 10/10");
});

test("so does the map", () => {
  const storage = new Storage();
  const { document, window } = page(
    `<div class="nb-map"><span class="nb-map-points" data-worth="layer_norm:10"></span></div>`,
    storage,
  );
  mountMap(document.querySelector(".nb-map"));
  const points = document.querySelector(".nb-map-points");
  assert.equal(points.textContent, "10 points");
  storage.setItem(KEY, record({}));
  window.dispatchEvent(Object.assign(new window.Event("pageshow"), { persisted: true }));
  assert.equal(points.textContent, "✓ 10 of 10 points");
});

test("a file that goes out is there until the browser has surely read it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const revoked = [];
  const window = {
    document: { createElement: () => ({ click() {} }) },
    Blob,
    setTimeout,
    URL: { createObjectURL: () => "blob:1", revokeObjectURL: (address) => revoked.push(address) },
  };
  saveFile(window, "layer_norm.py", "x\n", "text/x-python");
  t.mock.timers.tick(30_000);
  assert.deepEqual(revoked, []);
  t.mock.timers.tick(60_000);
  assert.deepEqual(revoked, ["blob:1"]);
});

test("all work is cleared once the reader agrees", async () => {
  const storage = new Storage();
  storage.setItem(KEY, record({}));
  await fire(openList(storage, async () => false).querySelector('[data-do="clear"]'), "click");
  assert.notEqual(storage.getItem(KEY), null);
  await fire(openList(storage).querySelector('[data-do="clear"]'), "click");
  await later();
  assert.equal(storage.getItem(KEY), null);
});

test("after Clear the focus can be where it was, on a button that does nothing now", async () => {
  const storage = new Storage();
  storage.setItem(KEY, record({}));
  let asked = 0;
  const list = openList(storage, async () => {
    asked += 1;
    return true;
  });
  const clear = list.querySelector('[data-do="clear"]');
  for (let i = 0; i < 2; i++) {
    await fire(clear, "click");
    await later();
    assert.equal(clear.disabled, false);
    assert.equal(clear.getAttribute("aria-disabled"), "true");
  }
  assert.equal(asked, 1);
});

test("an uploaded file brings back what is newer, and the most that was earned", async () => {
  const storage = new Storage();
  storage.setItem(KEY, record({ source: "newer\n", points: 3, time: 9 }));
  const list = openList(storage);
  const work = { layer_norm: JSON.parse(record({})), rms_norm: JSON.parse(record({ points: 2 })) };
  const text = JSON.stringify({ work: { ...work, constructor: 1, other: JSON.parse(record({})) } });
  const input = list.querySelector("input");
  Object.defineProperty(input, "files", {
    value: [{ name: "work.json", size: 9, text: async () => text }],
  });
  await fire(input, "change");
  await later();
  const here = JSON.parse(storage.getItem(KEY));
  assert.deepEqual([here.source, here.points], ["newer\n", 10]);
  assert.equal(JSON.parse(storage.getItem("normbook:rms_norm")).points, 2);
  assert.equal(storage.getItem("normbook:other"), null);
  assert.match(list.querySelector(".nb-message").textContent, /^Taken: 1 exercise\. 1 exercise/);
});

test("a file of another kind holds no work", () => {
  for (const text of ["", "[]", "{", "null", '{"work": null}', '{"work": {"a": 1}}']) {
    assert.deepEqual(parseFile(text), []);
  }
});
