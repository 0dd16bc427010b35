// Questions of a page: what is covered until when, what is kept, what is said.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import {
  ALWAYS,
  calibrate,
  KEY,
  openAnswers,
  parseAnswers,
} from "../../src/normbook/sphinx/assets/predict/answers.mjs";
import { isRight, truthAt, verdict } from "../../src/normbook/sphinx/assets/predict/judge.mjs";
import { mountAll } from "../../src/normbook/sphinx/assets/predict/predict.mjs";
import { shareOf, tidy, valueAt } from "../../src/normbook/sphinx/assets/predict/scale.mjs";
import sketch from "../../src/normbook/sphinx/assets/predict/sketch.mjs";
import { fire, mount, Storage } from "./page.mjs";

const LINEAR = { low: 0, high: 100, log: false, label: "x" };
const LOG = { low: 0.001, high: 1, log: true, label: "y" };
const SPECS = {
  choice: { kind: "choice", hash: "c1", is: [1] },
  number: { kind: "number", hash: "n1", is: 0.3, words: "0.30", scale: LOG },
  order: { kind: "order", hash: "o1", is: [0, 1, 2] },
  sketch: {
    kind: "sketch",
    hash: "s1",
    x: LINEAR,
    y: LINEAR,
    at: [0, 50, 100],
    is: [
      [0, 10],
      [100, 90],
    ],
  },
};
const SKETCH = new URL("../../src/normbook/sphinx/assets/predict/sketch.mjs", import.meta.url);
const COMMIT = `<div class="nb-commit"><button value="1">guessing</button>
  <button value="2">rather sure</button><button value="3">certain</button>
  <button type="button" class="nb-show">Show me</button></div>`;
const CONTROLS = {
  choice: `<label class="nb-offered" data-number="0"><input type="radio" name="said" value="0">
    <span class="nb-words">one</span></label><label class="nb-offered" data-number="1">
    <input type="radio" name="said" value="1"><span class="nb-words">two</span></label>`,
  number: `<div class="nb-scale"><input type="range" min="0" max="1000" value="500"
    aria-valuetext="not set yet"></div>
    <label>Your answer <input type="text"></label>`,
  order: `<ol class="nb-order">${[2, 0, 1]
    .map(
      (i) => `<li data-number="${i}"><span class="nb-words">${"abc"[i]}</span>
        <button type="button" data-move="-1">up</button>
        <button type="button" data-move="1">down</button></li>`,
    )
    .join("")}</ol>`,
  sketch: `<div class="nb-sketch" data-module="${SKETCH}"></div>`,
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** All that a page has is near. */
globalThis.IntersectionObserver = class {
  constructor(tell) {
    this.tell = tell;
  }

  observe(target) {
    this.tell([{ target, isIntersecting: true }]);
  }

  unobserve() {}
};

function question(slug, kind, about = SPECS[kind]) {
  const spec = JSON.stringify(about).replaceAll('"', "&quot;");
  return `<div class="nb-predict" id="question-${slug}" data-slug="${slug}" data-spec="${spec}">
    <form><fieldset>${CONTROLS[kind]}</fieldset>${COMMIT}</form>
    <p class="nb-status" role="status"></p>
    <div class="nb-reveal nb-covered" hidden data-asks="${slug}:${SPECS[kind].hash}">
    <p class="nb-objection" data-number="0">No.</p></div></div>`;
}

const covered = (names, content = "") =>
  `<div class="nb-covered" hidden data-asks="${names}">${content}</div>`;
const FORESEEN = `<div class="nb-foreseen"><ol><li data-slug="a"><span class="nb-outcome"></span></li>
  </ol><p class="nb-calibration"></p><button type="button">Forget this chapter's answers</button></div>`;
const ALWAYS_BOX = `<label class="nb-always"><input type="checkbox"></label>`;

function open(html, { storage = new Storage(), hash = "", referrer = "" } = {}) {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const location = { hash, origin: "https://book", pathname: "/page.html" };
  Object.defineProperty(document.defaultView, "location", { value: location, configurable: true });
  Object.defineProperty(document, "referrer", { value: referrer });
  Object.defineProperty(document, "baseURI", { value: "https://book/page.html" });
  mountAll(document, storage);
  const find = (selector) => document.querySelector(selector);
  return {
    document,
    storage,
    find,
    isCovered: (selector) => find(selector).hasAttribute("hidden"),
    commit: (slug, sure = 2) => {
      const form = find(`#question-${slug} form`);
      return fire(form, "submit", { submitter: form.querySelector(`button[value="${sure}"]`) });
    },
    status: (slug) => find(`#question-${slug} .nb-status`).textContent,
    kept: () => parseAnswers(storage.getItem(KEY)),
  };
}

function choose(page, slug, number) {
  for (const input of page.document.querySelectorAll(`#question-${slug} input`)) {
    input.checked = input.getAttribute("value") === String(number);
  }
}

test("what is covered is there once the reader has committed, and the status says both", async () => {
  const page = open(question("a", "choice") + covered("a:c1"));
  assert.equal(page.find("#question-a").dataset.state, "open");
  await page.commit("a");
  assert.equal(page.status("a"), "Choose an answer first.");
  assert.ok(page.isCovered(".nb-covered:not(.nb-reveal)"));
  choose(page, "a", 0);
  await page.commit("a", 3);
  assert.equal(page.status("a"), "You said one; it is two.");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.ok(!page.isCovered(".nb-reveal"));
  assert.equal(page.find("#question-a").dataset.state, "shown");
  assert.deepEqual(page.kept().a, { said: [0], sure: 3, right: false, hash: "c1" });
});

test("a cover over the answers to two questions says when one is left, and leads to it", async () => {
  const note = `<div class="nb-cover-note"><a href="#question-a">Covered</a></div>`;
  const html = question("a", "choice") + question("b", "choice") + covered("a:c1 b:c1") + note;
  const page = open(html + FORESEEN);
  const link = page.find(".nb-cover-note a");
  assert.equal(link.textContent, "Covered");
  choose(page, "a", 0);
  await page.commit("a", 3);
  assert.equal(link.textContent, "Covered until you answer one more question");
  assert.equal(link.getAttribute("href"), "#question-b");
  assert.ok(page.isCovered(".nb-covered:not(.nb-reveal)"));
  await fire(page.find(".nb-foreseen button"), "click");
  assert.equal(link.textContent, "Covered");
  assert.equal(link.getAttribute("href"), "#question-a");
});

test("the buttons stay in reach of the focus, and the first answer counts", async () => {
  const page = open(question("a", "choice") + covered("a:c1"));
  choose(page, "a", 1);
  await page.commit("a");
  const taken = page.find('button[value="2"]');
  assert.ok(taken.hasAttribute("data-taken"));
  assert.equal(taken.getAttribute("aria-disabled"), "true");
  assert.ok(!taken.hasAttribute("disabled"));
  choose(page, "a", 0);
  await page.commit("a", 3);
  assert.deepEqual(page.kept().a.said, [1]);
});

test("of the buttons the one that was pressed is marked", async () => {
  const page = open(question("a", "choice") + covered("a:c1"));
  choose(page, "a", 1);
  await page.commit("a", 1);
  const taken = [...page.document.querySelectorAll("[data-taken]")];
  assert.deepEqual(
    taken.map((button) => button.textContent),
    ["guessing"],
  );
});

test("who asks to be shown passes, says nothing, and has the focus where the answer is", async () => {
  const page = open(question("a", "choice") + covered("a:c1"));
  let isFocused = false;
  page.find(".nb-reveal").focus = () => {
    isFocused = true;
  };
  await fire(page.find(".nb-show"), "click");
  assert.ok(isFocused);
  assert.equal(page.find(".nb-reveal").tabIndex, -1);
  assert.equal(page.find("#question-a").dataset.state, "passed");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.deepEqual(page.kept().a, { said: null, hash: "c1" });
});

test("questions that cover together lift it together, and each has its own reason", async () => {
  const page = open(question("a", "choice") + question("b", "order") + covered("a:c1 b:o1"));
  choose(page, "a", 1);
  await page.commit("a");
  assert.ok(!page.isCovered("#question-a .nb-reveal"));
  assert.ok(page.isCovered("#question-b .nb-reveal"));
  assert.ok(page.isCovered(".nb-covered:not(.nb-reveal)"));
  await fire(page.find('[data-number="2"] [data-move="1"]'), "click");
  await page.commit("b");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
});

test("what is found, or where a link leads, is shown", async () => {
  const page = open(question("a", "choice") + covered("a:c1", "<p>deep</p>"));
  await fire(page.find(".nb-covered:not(.nb-reveal)"), "beforematch");
  assert.equal(page.find("#question-a").dataset.state, "lifted");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.match(page.status("a"), /^Shown, as you came for it/);
  assert.deepEqual(page.kept(), {}, "it is asked again");
  await page.commit("a");
  assert.deepEqual(page.kept(), {}, "who has seen it predicts nothing");

  const inside = covered("a:c1", '<p id="deep"></p>');
  const linked = open(question("a", "choice") + inside, { hash: "#deep" });
  assert.equal(linked.find("#question-a").dataset.state, "lifted");
  const explorable = covered("a:c1", '<div class="nb-mount" data-slug="axes"></div>');
  const set = open(question("a", "choice") + explorable, { hash: "#axes=n:2" });
  assert.equal(set.find("#question-a").dataset.state, "lifted");
  const second = `<div class="nb-mount" data-slug="axes"></div>${explorable}`;
  const states = ["#axes=n:2", "#axes-2=n:2", "#axes-3=n:2"].map((hash) => {
    const page = open(question("a", "choice") + second, { hash });
    return page.find("#question-a").dataset.state;
  });
  assert.deepEqual(states, ["open", "lifted", "open"]);
});

test("who comes from another page for a section has it shown, for this visit", () => {
  const section = (id, slug) =>
    `<section id="${id}"><span id="label-${id}"></span><h2>On</h2>${question(slug, "choice")}${covered(`${slug}:c1`)}</section>`;
  const html = `<section id="chapter"><span id="ln"></span><h1>LN</h1>${section("on", "a")}${section("off", "b")}</section>`;
  const states = (options) => {
    const page = open(html, { referrer: "https://book/cheat_sheet.html", ...options });
    assert.deepEqual(page.kept(), {});
    return ["a", "b"].map((slug) => page.find(`#question-${slug}`).dataset.state).join(" ");
  };
  assert.equal(states({ hash: "#on" }), "lifted open");
  assert.equal(states({ hash: "#label-off" }), "open lifted");
  for (const hash of ["", "#chapter", "#ln", "#question-a"])
    assert.equal(states({ hash }), "open open");
  for (const referrer of ["", "https://book/page.html", "https://elsewhere/a.html"]) {
    assert.equal(states({ hash: "#on", referrer }), "open open", referrer);
  }
});

test("where something is covered a button shows it, and the focus is then in what was covered", async () => {
  const note = `<div class="nb-cover-note"><a href="#question-a">Covered</a><button>Show me</button></div>`;
  const page = open(question("a", "choice") + covered("a:c1") + note);
  const place = page.find(".nb-covered:not(.nb-reveal)");
  let focused = 0;
  place.focus = () => {
    focused += 1;
  };
  await fire(page.find(".nb-cover-note button"), "click");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.equal(page.kept().a.said, null);
  assert.equal(focused, 1);
  assert.equal(place.tabIndex, -1);
});

test("who runs a cell has it shown what it prints, and nothing else", async () => {
  const cell = (names) =>
    `<div class="cell"><div class="nb-run"><button>run here</button></div>${covered(names)}</div>`;
  const page = open(
    question("a", "choice") + question("b", "choice") + cell("a:c1") + cell("b:c1"),
  );
  await fire(page.find(".nb-run button"), "click");
  assert.equal(page.kept().a.said, null);
  assert.equal(page.status("a"), "Shown.");
  assert.deepEqual(
    [...page.document.querySelectorAll(".cell > .nb-covered")].map((each) =>
      each.hasAttribute("hidden"),
    ),
    [false, true],
  );
});

test("an answer is there on the next visit, unless the question is another now", async () => {
  const page = open(question("a", "choice") + covered("a:c1"));
  choose(page, "a", 1);
  await page.commit("a");
  const again = open(question("a", "choice") + covered("a:c1"), { storage: page.storage });
  assert.equal(again.status("a"), "You said two, and so it is.");
  const storage = new Storage();
  storage.setItem(KEY, JSON.stringify({ a: { said: [1], sure: 1, right: true, hash: "old" } }));
  const anew = open(question("a", "choice") + covered("a:c1"), { storage });
  assert.equal(anew.find("#question-a").dataset.state, "open");
});

test("an answer that is right since the book has another is so at the chapter's end, too", () => {
  const storage = new Storage();
  storage.setItem(KEY, JSON.stringify({ a: { said: [1], sure: 1, right: false, hash: "c1" } }));
  const page = open(question("a", "choice") + covered("a:c1") + FORESEEN, { storage });
  assert.equal(page.status("a"), "You said two, and so it is.");
  assert.equal(page.find(".nb-outcome").textContent, "Foreseen: You said two, and so it is.");
  assert.equal(page.find("li").dataset.outcome, "foreseen");
});

test("always show is remembered, answers nothing, and can be taken back", async () => {
  const page = open(question("a", "choice") + covered("a:c1") + ALWAYS_BOX + ALWAYS_BOX);
  const [box, other] = page.document.querySelectorAll(".nb-always input");
  box.checked = true;
  await fire(box, "change");
  assert.ok(other.checked, "a box of each question, and one preference");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.equal(page.storage.getItem(ALWAYS), "yes");
  assert.deepEqual(page.kept(), {});
  box.checked = false;
  await fire(box, "change");
  assert.ok(page.isCovered(".nb-covered:not(.nb-reveal)"));
  assert.equal(page.storage.getItem(ALWAYS), null);
});

test("always show, chosen on another page, is so here as well, at once and on the way back", () => {
  const page = open(question("a", "choice") + covered("a:c1") + ALWAYS_BOX);
  const { documentElement, defaultView: window } = page.document;
  const tell = (type, properties) =>
    window.dispatchEvent(Object.assign(new window.Event(type), properties));
  const shows = () => [
    page.find(".nb-always input").checked,
    documentElement.hasAttribute("data-always-show"),
    !page.isCovered(".nb-covered:not(.nb-reveal)"),
  ];
  const elsewhere = openAnswers(page.storage);
  elsewhere.always = true;
  tell("storage", { key: ALWAYS, newValue: "yes" });
  assert.deepEqual(shows(), [true, true, true]);
  elsewhere.always = false;
  tell("pageshow", { persisted: true });
  assert.deepEqual(shows(), [false, false, false]);
});

test("a number is set by its slider or its field, and has to be on the scale", async () => {
  const page = open(question("a", "number") + covered("a:n1"));
  await page.commit("a");
  assert.equal(page.status("a"), "Give a number first.");
  const [slider, field] = page.document.querySelectorAll("input");
  field.value = "7";
  await page.commit("a");
  assert.equal(page.status("a"), "Give a number from 0.001 to 1.");
  field.value = "half";
  await page.commit("a");
  assert.match(page.status("a"), /^This is not read as a number\./);
  field.value = "0,1";
  await fire(field, "input");
  assert.equal(slider.getAttribute("aria-valuetext"), "0.1");
  slider.value = 1000;
  await fire(slider, "input");
  assert.equal(Number(field.value), 1);
  await page.commit("a");
  assert.equal(page.status("a"), "You said 1; it is 0.30.");
  assert.equal(page.document.querySelectorAll(".nb-pin").length, 2);
});

test("a number's thousands are apart in words, and not in its field", async () => {
  const spec = {
    ...SPECS.number,
    is: 128,
    words: "128",
    scale: { low: 1, high: 10000, log: true },
  };
  const page = open(question("a", "number", spec) + covered("a:n1"));
  const [slider, field] = page.document.querySelectorAll("input");
  field.value = "20000";
  await fire(field, "input");
  assert.equal(slider.getAttribute("aria-valuetext"), "10,000");
  await page.commit("a");
  assert.equal(page.status("a"), "Give a number from 1 to 10,000.");
  field.value = "1,536";
  await fire(field, "input");
  assert.match(page.status("a"), /^Read as 1,536\. If the comma is a decimal sign/);
  field.value = "1.536";
  await fire(field, "input");
  assert.match(page.status("a"), /^Read as 1\.5, rounded\. If the point parts thousands/);
  field.value = "1536";
  await fire(field, "input");
  assert.equal(page.status("a"), "");
  slider.value = 1000;
  await fire(slider, "input");
  assert.equal(String(field.value), "10000");
  assert.equal(slider.getAttribute("aria-valuetext"), "10,000");
  await page.commit("a");
  assert.equal(page.status("a"), "You said 10,000; it is 128.");
});

test("things are moved by buttons that say what they move", async () => {
  const page = open(question("a", "order") + covered("a:o1"));
  const shown = () => [...page.document.querySelectorAll("li")].map((each) => each.dataset.number);
  const down = page.find('[data-number="2"] [data-move="1"]');
  assert.equal(down.getAttribute("aria-label"), "Move down: c");
  await fire(down, "click");
  assert.deepEqual(shown(), ["0", "2", "1"]);
  assert.equal(page.status("a"), "c: 2 of 3.");
  await fire(down, "click");
  await page.commit("a");
  assert.equal(page.status("a"), "You have all 3 in place.");
  assert.equal(page.document.querySelectorAll("li[data-is]").length, 3);
});

test("an order in which nothing was moved is asked for once more before it counts", async () => {
  const page = open(question("a", "order") + covered("a:o1") + FORESEEN);
  for (const visit of ["first", "forgotten"]) {
    await page.commit("a");
    assert.match(page.status("a"), /^You have moved nothing/, visit);
    assert.deepEqual(page.kept(), {});
    await page.commit("a");
    assert.equal(page.status("a"), "You have none of 3 in place.");
    await fire(page.find(".nb-foreseen button"), "click");
  }
});

test("what was put in order says of each where it belongs, and is asked anew without that", async () => {
  const page = open(question("a", "order") + covered("a:o1") + FORESEEN);
  const marks = () =>
    [...page.document.querySelectorAll(".nb-order li")].map((each) => [
      each.dataset.number,
      each.dataset.place ?? "",
      each.hasAttribute("data-is"),
    ]);
  await fire(page.find('[data-number="2"] [data-move="1"]'), "click"); // a, c, b
  await page.commit("a");
  assert.equal(page.status("a"), "You have 1 of 3 in place.");
  assert.equal(page.find(".nb-predict").dataset.right, "false");
  assert.deepEqual(marks(), [
    ["0", "1", true],
    ["2", "3", false],
    ["1", "2", false],
  ]);
  await fire(page.find(".nb-foreseen button"), "click");
  assert.equal(page.find(".nb-predict").dataset.right, undefined);
  assert.deepEqual(marks().flat().filter(Boolean), ["2", "0", "1"]);
});

test("what was asked for is no longer asked for once it is given", async () => {
  const page = open(question("a", "number") + covered("a:n1"));
  await page.commit("a");
  assert.equal(page.status("a"), "Give a number first.");
  page.find("input[type=text]").value = "0.3";
  await fire(page.find("input[type=text]"), "input");
  assert.equal(page.status("a"), "");
});

test("at its ends an order's buttons move nothing, and say so", async () => {
  const page = open(question("a", "order") + covered("a:o1"));
  const stuck = () =>
    [...page.document.querySelectorAll("[data-move][aria-disabled]")].map((button) =>
      button.getAttribute("aria-label"),
    );
  assert.deepEqual(stuck(), ["Move up: c", "Move down: b"]);
  await fire(page.find('[data-number="2"] [data-move="-1"]'), "click");
  await page.commit("a");
  assert.match(page.status("a"), /^You have moved nothing/);
  await fire(page.find('[data-number="2"] [data-move="1"]'), "click");
  assert.deepEqual(stuck(), ["Move up: a", "Move down: b"]);
});

test("a chapter's end lists what was foreseen, and can forget it", async () => {
  const page = open(question("a", "choice") + covered("a:c1") + FORESEEN);
  const outcome = () => page.find(".nb-outcome").textContent;
  assert.equal(outcome(), "Not answered yet.");
  choose(page, "a", 0);
  await page.commit("a", 3);
  assert.equal(outcome(), "A surprise: You said one; it is two.");
  assert.equal(page.find("li").dataset.outcome, "surprise");
  assert.equal(
    page.find(".nb-calibration").textContent,
    "Your answers in all chapters:certain ○ 0 of 1 right",
  );
  await fire(page.find(".nb-foreseen button"), "click");
  assert.deepEqual(page.kept(), {});
  assert.match(page.find(".nb-calibration").textContent, /stands here once you have answered/);
  assert.equal(page.find("#question-a").dataset.state, "open");
  assert.ok(page.isCovered(".nb-covered:not(.nb-reveal)"));
});

test("a choice that is forgotten has no mark of what was said or what is, and is made again", async () => {
  const page = open(question("a", "choice") + covered("a:c1") + FORESEEN);
  choose(page, "a", 0);
  await page.commit("a");
  await fire(page.find(".nb-foreseen button"), "click");
  assert.equal(page.document.querySelectorAll("[data-is], [data-said], [data-taken]").length, 0);
  const checked = [...page.document.querySelectorAll("#question-a input")].filter(
    (input) => input.checked,
  );
  assert.deepEqual(checked, []);
  assert.equal(page.find(".nb-objection").hidden, false, "who has it shown reads each");
  await page.commit("a");
  assert.equal(page.status("a"), "Choose an answer first.");
  choose(page, "a", 1);
  await page.commit("a");
  assert.equal(page.status("a"), "You said two, and so it is.");
});

test("a number that is forgotten leaves no pin and no value, and is given again", async () => {
  const page = open(question("a", "number") + covered("a:n1") + FORESEEN);
  const [slider, field] = page.document.querySelectorAll("input");
  const pins = () => page.document.querySelectorAll(".nb-pin").length;
  field.value = "0.7";
  await page.commit("a");
  await fire(page.find(".nb-foreseen button"), "click");
  assert.deepEqual([pins(), field.value, String(slider.value)], [0, "", "500"]);
  assert.equal(slider.getAttribute("aria-valuetext"), "not set yet");
  field.value = "0.3";
  await page.commit("a");
  assert.equal(page.status("a"), "You said 0.3: near enough. It is 0.30.");
  assert.equal(pins(), 2);
});

test("an order that is forgotten is the one that was asked at first, on the next visit, too", async () => {
  const page = open(question("a", "order") + covered("a:o1") + FORESEEN);
  const shown = ({ document }) =>
    [...document.querySelectorAll(".nb-order li")].map((each) => each.dataset.number).join("");
  await fire(page.find('[data-number="2"] [data-move="1"]'), "click");
  await page.commit("a");
  const again = open(question("a", "order") + covered("a:o1") + FORESEEN, page);
  assert.equal(shown(again), "021");
  for (const one of [page, again]) {
    await fire(one.find(".nb-foreseen button"), "click");
    assert.equal(shown(one), "201");
    await one.commit("a");
    await one.commit("a");
    assert.equal(one.status("a"), "You have none of 3 in place.");
  }
});

test("a point may be written: Enter counts, and what is no number leaves it where it was", async () => {
  const page = open(question("a", "sketch") + covered("a:s1"));
  await settled();
  const fields = [...page.document.querySelectorAll(".nb-as-numbers input")];
  const write = async (field, text) => {
    field.value = text;
    await fire(field, "keydown", { key: "Enter" });
  };
  for (const [i, field] of fields.entries()) await write(field, `${10 * i},5`);
  const count = () => page.document.querySelector(".nb-drawn-count").textContent;
  await write(fields[0], "o,5");
  assert.equal(String(fields[0].value), "1");
  assert.match(count(), /^This is not read as a number/);
  await write(fields[0], "9000");
  assert.equal(String(fields[0].value), "1");
  assert.match(count(), /^Give a number from/);
  await write(fields[0], "1");
  assert.match(count(), /^All 3 points are drawn/);
  await page.commit("a");
  assert.deepEqual(page.kept().a.said, [1, 11, 21]);
});

test("a sketch whose axes do not come says so, and is not asked to be drawn", async () => {
  const page = open(question("a", "sketch").replace(SKETCH, "./nothing.mjs"));
  const said = [];
  const { error } = console;
  console.error = (problem) => said.push(problem);
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.error = error;
  assert.equal(said.length, 1);
  assert.match(page.status("a"), /^The axes could not be loaded/);
  await page.commit("a");
  assert.match(page.status("a"), /^The axes could not be loaded/);
});

test("a sketch that was answered keeps its verdict where its axes do not come", async () => {
  const html = question("a", "sketch").replace(SKETCH, "./nothing.mjs");
  const { error } = console;
  console.error = () => {};
  const storage = new Storage();
  storage.setItem(
    KEY,
    JSON.stringify({ a: { said: [1, 2, 3], sure: 1, right: false, hash: "s1" } }),
  );
  const page = open(html, { storage });
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.error = error;
  assert.match(page.status("a"), /you drew/i);
});

test("a sketch that is forgotten, or was shown, is empty and drawn again", async () => {
  const page = open(question("a", "sketch") + covered("a:s1") + FORESEEN);
  await settled();
  const curves = () => page.document.querySelectorAll(".nb-curve").length;
  const draw = async () => {
    for (const each of page.document.querySelectorAll("[role=slider]")) {
      await fire(each, "keydown", { key: "Home" });
    }
  };
  await fire(page.find("[role=slider]"), "keydown", { key: "Home" });
  await page.commit("a");
  assert.equal(page.status("a"), "Draw the rest of the curve first.");
  assert.deepEqual(page.kept(), {});
  await draw();
  await page.commit("a");
  assert.equal(curves(), 2);
  await fire(page.find(".nb-foreseen button"), "click");
  assert.equal(curves(), 0);
  await page.commit("a");
  assert.equal(page.status("a"), "Draw the curve first.");
  await fire(page.find(".nb-show"), "click");
  assert.equal(curves(), 1);
  await fire(page.find(".nb-foreseen button"), "click");
  assert.equal(curves(), 0);
  await draw();
  assert.equal(curves(), 1);
  await page.commit("a");
  assert.match(page.status("a"), /^You are furthest off/);
});

test("what is answered in another tab stays, whatever is answered or forgotten here", async () => {
  const html = question("a", "choice") + covered("a:c1") + FORESEEN;
  const page = open(html);
  const elsewhere = openAnswers(page.storage);
  choose(page, "a", 1);
  await page.commit("a");
  elsewhere.keep("other", { said: [1], sure: 1, right: true, hash: "h" });
  await fire(page.find(".nb-foreseen button"), "click");
  assert.deepEqual(Object.keys(page.kept()), ["other"]);
});

test("what is forgotten in another tab is not kept again by an answer here", () => {
  const storage = new Storage();
  const given = (hash) => ({ said: [1], sure: 1, right: true, hash });
  openAnswers(storage).keep("a", given("a1"));
  const here = openAnswers(storage);
  openAnswers(storage).forget(["a"]);
  here.keep("b", given("b1"));
  assert.deepEqual(Object.keys(parseAnswers(storage.getItem(KEY))), ["b"]);
  assert.equal(here.of("a", "a1").said[0], 1, "this page goes on as it was");
});

test("with the answers in sight nothing is taken for a prediction", async () => {
  const page = open(question("a", "choice") + covered("a:c1") + ALWAYS_BOX);
  const box = page.find(".nb-always input");
  const always = (on) => {
    box.checked = on;
    return fire(box, "change");
  };
  await always(true);
  choose(page, "a", 1);
  await page.commit("a"); // as Enter in a field has it, with no button in sight
  assert.deepEqual(page.kept(), {});
  await always(false);
  await page.commit("a");
  assert.equal(page.status("a"), "You said two, and so it is.");
});

test("an address that is no text covers nothing for good: the questions work", async () => {
  const page = open(question("a", "choice") + covered("a:c1"), { hash: "#100%" });
  choose(page, "a", 1);
  await page.commit("a");
  assert.equal(page.status("a"), "You said two, and so it is.");
  assert.ok(!page.isCovered(".nb-covered:not(.nb-reveal)"));
});

test("what was passed does not count as an answer", () => {
  const said = (sure, right) => ({ said: [1], sure, right, hash: "" });
  const all = [said(3, true), said(3, false), said(1, true), { said: null, hash: "" }];
  assert.deepEqual(calibrate(all), [
    { sure: 1, right: 1, all: 1 },
    { sure: 3, right: 1, all: 2 },
  ]);
});

test("a storage that is full, or has something else, is no reason to fail", () => {
  const full = new Storage();
  full.setItem = () => {
    throw new Error("full");
  };
  const answers = openAnswers(full);
  answers.keep("a", { said: 1, sure: 1, right: true, hash: "h" });
  assert.equal(answers.of("a", "h").said, 1);
  answers.always = true;
  assert.ok(answers.always, "it is shown, if for this page alone");
  for (const text of ["", "7", "[1]", "{", null]) assert.deepEqual(parseAnswers(text), {});
});

test("of several choices each is named, the last behind an and", () => {
  const spec = { ...SPECS.choice, is: [0, 1, 2] };
  const text = verdict(spec, [1, 2]).map((part) => part.number ?? part);
  assert.equal(text.join(""), "You said 1 and 2; it is 0, 1 and 2.");
});

test("near is a distance on a linear scale, and a factor on a logarithmic one", () => {
  const linear = { kind: "number", scale: LINEAR, is: 40, words: "40" };
  assert.ok(isRight(linear, 50));
  assert.ok(!isRight(linear, 51));
  const log = { kind: "number", scale: LOG, is: 0.3, words: "0.30", tolerance: 2 };
  assert.ok(isRight(log, 0.6));
  assert.ok(isRight(log, 0.15));
  assert.ok(!isRight(log, 0.61));
  assert.deepEqual(verdict(linear, 44), ["You said 44: near enough. It is 40."]);
});

test("a sketch is right where each handle is near, and else says where it is furthest off", () => {
  const is = [
    [0, 0],
    [10, 100],
  ];
  const spec = { kind: "sketch", x: LINEAR, y: LINEAR, at: [2, 5, 10], is };
  assert.equal(truthAt(spec, 5), 50);
  assert.ok(isRight(spec, [20, 45, 95]));
  assert.ok(!isRight(spec, [20, 45, 60]));
  assert.deepEqual(verdict(spec, [20, 45, 60]), [
    "You are furthest off at 10 (x): you drew 60, and it is 100.",
  ]);
});

test("between two points a curve is where a straight line is drawn, whatever the axes", () => {
  const axes = { x: { ...LOG, low: 1, high: 100 }, y: { ...LOG, low: 1, high: 10000 } };
  const is = [
    [1, 1],
    [100, 10000],
  ];
  assert.ok(Math.abs(truthAt({ ...axes, is }, 10) - 100) < 1e-9);
  assert.ok(Math.abs(truthAt({ ...axes, x: LINEAR, is }, 50.5) - 100) < 1e-9);
  assert.ok(Math.abs(truthAt({ ...axes, y: LINEAR, is }, 10) - 5000.5) < 1e-9);
  assert.equal(truthAt({ ...axes, is }, 100), 10000);
});

test("a scale and its shares are each other's inverse", () => {
  for (const axis of [LINEAR, LOG]) {
    for (const share of [0, 0.25, 1]) {
      assert.ok(Math.abs(shareOf(axis, valueAt(axis, share)) - share) < 1e-12);
    }
  }
  assert.equal(tidy(LINEAR, 33.337), 33);
  assert.equal(tidy(LOG, 0.033337), 0.033);
});

test("on a logarithmic axis each small step of a key is another value, and leads all the way", async () => {
  const y = { low: 0.01, high: 10, log: true, label: "y" };
  const spec = { x: LINEAR, y, at: [0, 100], given: null, is: [] };
  const { el, model } = mount(sketch, { spec, said: null, shown: false });
  const [first] = el.querySelectorAll("[role=slider]");
  const press = async (key, shiftKey = true) => {
    await fire(first, "keydown", { key, shiftKey });
    return model.get("said")[0];
  };
  for (const [end, key, last] of [
    ["Home", "ArrowUp", y.high],
    ["End", "ArrowDown", y.low],
  ]) {
    let before = await press(end);
    for (let steps = 0; before !== last; steps += 1) {
      const after = await press(key);
      assert.ok(key === "ArrowUp" ? after > before : after < before, `${key}: ${before}, ${after}`);
      assert.ok(steps < 300);
      before = after;
    }
    assert.equal(await press(key), last);
  }
});

test("handles are sliders; one that is moved draws the curve, and the truth comes beside it", async () => {
  const spec = {
    x: LINEAR,
    y: LINEAR,
    at: [0, 50, 100],
    given: null,
    is: [
      [0, 10],
      [100, 90],
    ],
  };
  const { el, model, unmount, listening } = mount(sketch, { spec, said: null, shown: false });
  const curves = () => el.querySelectorAll(".nb-curve").length;
  const count = () => el.querySelector("[role=status]").textContent;
  const [first, middle, last] = el.querySelectorAll("[role=slider]");
  assert.equal(curves(), 0);
  assert.equal(count(), "None of 3 points is drawn.");
  assert.equal(middle.getAttribute("aria-label"), "x 50");
  await fire(middle, "keydown", { key: "ArrowUp" });
  assert.deepEqual(model.get("said"), [null, 55, null]);
  assert.equal(middle.getAttribute("aria-valuetext"), "55 x");
  assert.equal(first.getAttribute("aria-valuetext"), "not drawn yet");
  assert.equal(count(), "1 of 3 points is drawn.");
  assert.equal(curves(), 1);
  const field = el.querySelector("input");
  field.value = "20";
  await fire(field, "change");
  assert.deepEqual(model.get("said"), [20, 55, null]);
  field.value = "";
  await fire(field, "change");
  assert.deepEqual(model.get("said"), [null, 55, null], "a field that is emptied takes it back");
  await fire(first, "keydown", { key: "Home" });
  await fire(last, "keydown", { key: "End" });
  assert.equal(count(), "All 3 points are drawn.");
  model.set("shown", true);
  assert.equal(count(), "");
  assert.equal(curves(), 2);
  await fire(middle, "keydown", { key: "ArrowUp" });
  assert.deepEqual(model.get("said"), [0, 55, 100]);
  unmount();
  assert.equal(listening.size, 0);
});

test("an axis of a few layers is marked at each, and nowhere between", () => {
  const x = { low: 1, high: 4, log: false, label: "layer" };
  const y = { low: 0, high: 100, log: false, label: "y" };
  const spec = { x, y, at: [1, 2, 3], given: [4, 2.4], is: [] };
  const { el } = mount(sketch, { spec, said: null, shown: false });
  const texts = [...el.querySelectorAll("svg text")].map(({ textContent }) => textContent);
  assert.deepEqual(
    texts.filter((text) => /^[1-4](\.\d)?$/.test(text)),
    ["1", "2", "3", "4"],
  );
});

test("a sketch that was answered is an image that says both curves, and no finger is held on it", async () => {
  const { kind, hash, ...spec } = SPECS.sketch;
  const { el, model } = mount(sketch, { spec, said: null, shown: false });
  const svg = el.querySelector("svg");
  const named = () => [svg.getAttribute("role"), svg.getAttribute("aria-label")];
  const inReach = () => el.querySelectorAll("[role=slider][tabindex]").length;
  const surface = el.querySelector(".nb-surface");
  const held = [];
  surface.setPointerCapture = (id) => held.push(id);
  svg.getScreenCTM = () => ({ a: 1, d: 1, e: 0, f: 0 });
  const touch = () =>
    fire(surface, "pointerdown", { pointerId: 7, button: 0, clientX: 100, clientY: 100 });
  assert.deepEqual(named(), ["group", "x over x: 3 handles, to be drawn"]);
  model.set("shown", true);
  assert.deepEqual(named(), ["img", "x over x: at 0 it is 10; at 50 it is 50; at 100 it is 90"]);
  model.set("said", [20, 50, null]); // a question may be passed while it is drawn
  const words = "at 0 you drew 20, and it is 10; at 50 you drew 50, and it is 50; at 100 it is 90";
  assert.deepEqual(named(), ["img", `x over x: ${words}`]);
  await touch();
  assert.deepEqual([inReach(), held], [0, []]);
  model.set("shown", false);
  await touch();
  assert.deepEqual([inReach(), held], [3, [7]]);
});

test("beside the outer handles of a sketch there is room, for a stroke and for what stands there", () => {
  const spec = { x: LINEAR, y: LINEAR, at: [0, 50, 100], given: null, is: [] };
  const { el } = mount(sketch, { spec, said: null, shown: false });
  const numbers = (selector, ...names) =>
    names.map((name) => Number(el.querySelector(selector).getAttribute(name)));
  const [left, , bottom, right] = el
    .querySelector(".nb-frame")
    .getAttribute("d")
    .match(/[\d.]+/g);
  const [first, ...others] = el.querySelectorAll(".nb-handle circle");
  const across = (circle) => Number(circle.getAttribute("cx"));
  assert.ok(across(first) - 8 > left, "its circle covers no number of the axis");
  assert.ok(across(others.at(-1)) + 8 < right, "nor the curve's name");
  const [x, y, width, height] = numbers(".nb-surface", "x", "y", "width", "height");
  assert.ok(x <= left - 12);
  assert.ok(x + width >= Number(right) + 12);
  assert.ok(y + height >= Number(bottom) + 12);
});
