// A playground on its page, without layout: Python is a stand-in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { drawChart } from "../../src/normbook/sphinx/assets/playground/chart.mjs";
import { drawStart } from "../../src/normbook/sphinx/assets/playground/panel.mjs";
import { mount } from "../../src/normbook/sphinx/assets/playground/playground.mjs";
import { fire, press, Storage } from "./page.mjs";

const axis = (limits, rest = {}) => ({ label: "x", limits, log: false, ticks: [], ...rest });
const panel = (marks, rest = {}) => ({
  kind: "panel",
  title: "",
  x: axis([0, 10]),
  y: axis([0, 10]),
  marks,
  square: false,
  legend: [],
  ...rest,
});
const line = (x, y) => ({ kind: "line", x, y, tone: "teal", name: "", stroke: "solid" });
const points = (x, y, shape = "dot") => ({ kind: "points", x, y, tone: "blue", name: "", shape });
const chart = (...panels) => ({ columns: 2, legend: [], panels });

const CONTENT = {
  slug: "layer_norm",
  title: "Rows",
  alt: "A line.",
  controls: [
    { label: "offset", words: ["−1", "0", "1"], start: 1, slides: true },
    { label: "tails", words: ["light", "heavy"], start: 0, slides: false },
  ],
  chart: chart(panel([line([0, 1], [2, 3])])),
};

const later = () => new Promise((resolve) => setTimeout(resolve));

function draw(given) {
  const { document } = parseHTML("<!doctype html><html><body><div></div></body></html>");
  const box = document.querySelector("div");
  drawChart(box, given, "What it shows.");
  return box;
}

const path = (box, name) => box.querySelector(`.nb-${name}`).getAttribute("d");
const steps = (d) => d.match(/[ML]/g).join("");

// ---- the chart

test("a chart is one picture, which says in words what it shows", () => {
  const box = draw(chart(panel([]), panel([])));
  const image = box.firstElementChild;
  assert.equal(image.getAttribute("role"), "img");
  assert.equal(image.getAttribute("aria-label"), "What it shows.");
  assert.equal(box.querySelectorAll(".nb-panels-2 svg").length, 2);
});

test("a line has a gap where it has no number, and where it leaves a plane", () => {
  const beyond = line([0, 1, 2, 3], [1, null, 2, 30]);
  assert.equal(steps(path(draw(chart(panel([beyond]))), "curve")), "MML");
  assert.equal(steps(path(draw(chart(panel([beyond], { square: true }))), "curve")), "MM");
});

test("points that lie beyond the axes are left out", () => {
  const box = draw(chart(panel([points([1, 11, 2, null], [1, 1, -1, 1])])));
  assert.equal(path(box, "dot").match(/M/g).length, 1);
});

test("each shape of a point is one of its own", () => {
  const shapes = ["dot", "small", "diamond", "ring", "cross"];
  const box = draw(chart(panel(shapes.map((shape) => points([5], [5], shape)))));
  const outlines = [...box.querySelectorAll(".nb-dot")].map((dot) => dot.getAttribute("d"));
  assert.equal(new Set(outlines).size, shapes.length);
});

test("a histogram reaches down to the axis, filled or not", () => {
  const bars = { kind: "steps", edges: [0, 5, 10], heights: [0, 2], tone: "teal", name: "" };
  const log = { y: axis([0.1, 10], { log: true }) };
  const filled = draw(chart(panel([{ ...bars, filled: true }], log)));
  assert.equal(steps(path(filled, "curve")), "MLLLLL");
  assert.equal(filled.querySelectorAll(".nb-area").length, 1);
  const outline = draw(chart(panel([{ ...bars, filled: false }], log)));
  assert.equal(outline.querySelectorAll(".nb-area").length, 0);
});

test("a rule and a band go right across", () => {
  const rule = { kind: "rule", x: null, y: 5, tone: "muted", stroke: "dashed" };
  const band = { kind: "band", start: 2, end: 3, name: "" };
  const box = draw(chart(panel([rule, band])));
  const [left, , right] = path(box, "dashed").slice(1).split(/[ L]/);
  assert.ok(Number(right) - Number(left) > 250);
  assert.ok(box.querySelector(".nb-area.nb-tone-aside"));
});

test("an axis has the ticks that it is given", () => {
  const ticks = [
    [2, "two"],
    [8, "eight"],
  ];
  const texts = [
    ...draw(chart(panel([], { x: axis([0, 10], { ticks }) }))).querySelectorAll("text"),
  ];
  assert.ok(["two", "eight"].every((word) => texts.some((text) => text.textContent === word)));
});

test("a unit is as long up as across where it has to be", () => {
  const box = draw(chart(panel([], { square: true, y: axis([0, 5]) }), panel([])));
  const heights = [...box.querySelectorAll(".nb-panels svg")].map((svg) =>
    Number(svg.getAttribute("viewBox").split(" ")[3]),
  );
  assert.deepEqual(heights, [230, 230]); // half as high as wide needs less
  const tall = draw(chart(panel([], { square: true, y: axis([0, 20]) })));
  assert.ok(Number(tall.querySelector("svg").getAttribute("viewBox").split(" ")[3]) > 500);
});

test("an image is shown as it came", () => {
  const box = draw(chart({ kind: "image", title: "picture", source: "data:image/png;base64,AA" }));
  assert.equal(box.querySelector("img").getAttribute("src"), "data:image/png;base64,AA");
  assert.equal(box.querySelector(".nb-plot-title").textContent, "picture");
});

test("a legend shows the look of each name, once for all panels or below its own", () => {
  const looks = ["solid", "dashed", "diamond", "filled", "band"];
  const legend = looks.map((look) => ({ name: look, tone: "teal", look }));
  const shared = draw({ ...chart(panel([])), legend });
  assert.equal(shared.querySelectorAll(".nb-keys").length, 1);
  assert.deepEqual(
    [...shared.querySelectorAll(".nb-keys li")].map((li) => li.textContent),
    looks,
  );
  assert.equal(shared.querySelectorAll(".nb-keys .nb-area").length, 2);
  const own = draw(chart(panel([], { legend }), panel([])));
  assert.equal(own.querySelector(".nb-plot .nb-keys").children.length, 5);
});

// ---- the page

/** A page with a playground at work; `run` stands for Python's. */
async function page(run) {
  const { document, window } = parseHTML(
    `<!doctype html><html><body><figure data-python="http://localhost/_static/python/">
    <script type="application/json">${JSON.stringify(CONTENT)}</script></figure>
    <p class="nb-playground-once">loaded once a control moves</p></body></html>`,
  );
  const place = document.querySelector("figure");
  drawStart(place, CONTENT);
  Object.defineProperty(document, "baseURI", { value: "http://localhost/book/" });
  const storage = new Storage();
  Object.assign(window, { Storage });
  Object.defineProperty(window, "localStorage", { value: storage, configurable: true });
  const start = place.querySelector(".nb-playground-picture").innerHTML;
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { run };
  };
  mount(place, { load });
  const slider = () => place.querySelector("input");
  const move = async (to) => {
    slider().value = String(to);
    await fire(slider(), "input");
  };
  const choose = async (to) => {
    for (const option of place.querySelectorAll("option")) option.selected = option.value === to;
    await fire(place.querySelector("select"), "change");
  };
  const text = (selector) => place.querySelector(selector).textContent;
  const picture = () => place.querySelector(".nb-playground-picture").innerHTML;
  const isBehind = () => place.querySelector(".nb-playground-picture").hasAttribute("data-behind");
  const once = document.querySelector(".nb-playground-once");
  return {
    storage,
    place,
    start,
    picture,
    move,
    choose,
    text,
    slider,
    isBehind,
    once,
    loads: () => loads,
  };
}

const answer = (y) => ({ chart: chart(panel([line([0, 1], [y, y])])), words: `y is ${y}.` });
const say = (onOutput, given) => onOutput(`${JSON.stringify(given)}\n`);
const done = { status: "done", message: "", error: "" };

test("nothing of Python is loaded before a control moves", async () => {
  const { place, loads, text } = await page(() => assert.fail());
  assert.equal(loads(), 0);
  assert.equal(place.querySelector(".nb-slider-value").textContent, "0");
  assert.equal(text(".nb-slider-name"), "offset");
});

test("a control that moves has Python draw for the places of all", async () => {
  const asked = [];
  const { picture, start, move, choose, place } = await page(async (source, { onOutput }) => {
    asked.push(source);
    say(onOutput, answer(asked.length));
    return done;
  });
  await move(2);
  await later();
  await choose("1");
  await later();
  const call = (places) =>
    `from normbook.playgrounds.panel import page\npage.show("layer_norm", ${places})\n`;
  assert.deepEqual(asked, [call("[2,0]"), call("[2,1]")]);
  assert.notEqual(picture(), start);
  const label = place.querySelector("[role=img]").getAttribute("aria-label");
  assert.equal(label, "Rows, with offset 1, tails heavy. y is 2.");
  assert.equal(place.querySelector(".nb-slider-value").textContent, "1");
});

test("that Python has come is remembered, and not told as what happens once again", async () => {
  const { storage, move } = await page(async (_, { onStart, onOutput }) => {
    onStart();
    say(onOutput, answer(1));
    return done;
  });
  await move(2);
  await later();
  assert.equal(storage.getItem("normbook-python"), "1");
});

test("of the steps while Python draws the last alone is drawn", async () => {
  const asked = [];
  const waiting = [];
  const { move, picture, start } = await page(async (source, { onOutput }) => {
    asked.push(source.match(/\[.*\]/)[0]);
    await new Promise((resolve) => waiting.push(resolve));
    say(onOutput, answer(asked.length));
    return done;
  });
  for (const to of [2, 1, 0, 2, 0]) await move(to);
  await later();
  waiting.shift()();
  await later();
  assert.deepEqual(asked, ["[2,0]", "[0,0]"]);
  waiting.shift()();
  await later();
  assert.equal(asked.length, 2);
  assert.notEqual(picture(), start);
});

test("reset brings back the controls and the starting picture, without Python", async () => {
  let runs = 0;
  const { place, picture, start, move, slider } = await page(async (_, { onOutput }) => {
    runs += 1;
    say(onOutput, answer(4));
    return done;
  });
  await move(0);
  await later();
  await press(place, "Reset");
  await later();
  assert.equal(picture(), start);
  assert.equal(Number(slider().value), 1);
  assert.equal(runs, 1);
});

test("what cannot be drawn is told in words, and the last picture stays", async () => {
  const error = "line 2\n    page.show()\nValueError: scale < 0 is no scale";
  const { text, move, picture, start } = await page(async (source, { onOutput }) => {
    if (source.includes("[2,0]")) return { ...done, error };
    say(onOutput, answer(4));
    return done;
  });
  await move(2);
  await later();
  assert.equal(
    text("[role=alert]"),
    "These values cannot be drawn: ValueError: scale < 0 is no scale. Below is the last picture.",
  );
  assert.equal(picture(), start);
  await move(0);
  await later();
  assert.equal(text("[role=alert]"), "");
  assert.notEqual(picture(), start);
});

for (const [what, output] of [
  ["no JSON", '{"chart": NaN}'],
  ["no chart", JSON.stringify({ chart: chart(panel([{ kind: "unheard of" }])), words: "" })],
]) {
  test(`an answer that is ${what} is told in words, the last picture stays, and the next is drawn`, async (t) => {
    t.mock.method(console, "error", () => {});
    const { text, move, picture, start, isBehind } = await page(async (source, { onOutput }) => {
      if (source.includes("[2,0]")) onOutput(output);
      else say(onOutput, answer(4));
      return done;
    });
    await move(2);
    await later();
    assert.equal(
      text("[role=alert]"),
      "These values cannot be drawn: Python's answer is no picture. Below is the last picture.",
    );
    assert.equal(text(".nb-playground-message"), "");
    assert.equal(picture(), start);
    assert.ok(isBehind());
    await move(0);
    await later();
    assert.equal(text("[role=alert]"), "");
    assert.notEqual(picture(), start);
  });
}

test("without Python it says why, and tries again with the next step", async () => {
  let there = false;
  const cause = "Python could not be loaded: this browser is offline.";
  const { text, move, picture, start } = await page(async (_, { onOutput }) => {
    if (!there) return { status: "unavailable", cause, message: `${cause} Your code is safe.` };
    say(onOutput, answer(4));
    return done;
  });
  await move(2);
  await later();
  assert.equal(text("[role=alert]"), `${cause} Below is the last picture.`);
  there = true;
  await move(0);
  await later();
  assert.notEqual(picture(), start);
});

test("an answer that comes in pieces is read as one", async () => {
  const text = JSON.stringify(answer(4));
  const { move, picture, start } = await page(async (_, { onOutput }) => {
    onOutput(text.slice(0, 9));
    onOutput(text.slice(9));
    return done;
  });
  await move(2);
  await later();
  assert.notEqual(picture(), start);
});

test("the first step says at once what it waits for, and dims the picture until Python has drawn", async () => {
  const words = [];
  let finish;
  const { text, move, isBehind, once, place } = await page(async (_, { onStart, onOutput }) => {
    words.push(text(".nb-playground-message"));
    onStart();
    words.push(text(".nb-playground-message"));
    await new Promise((resolve) => {
      finish = resolve;
    });
    say(onOutput, answer(4));
    return done;
  });
  const [row, image] = [".nb-buttons", ".nb-playground-picture"].map((name) =>
    place.querySelector(name),
  );
  assert.equal(row.nextElementSibling.nextElementSibling, image, "the words are above the picture");
  assert.equal(isBehind() || once.hidden, false);
  await move(2);
  assert.equal(isBehind(), true);
  await later();
  assert.deepEqual(words, ["Starting Python …", "Drawing …"]);
  assert.equal(once.hidden, true);
  finish();
  await later();
  assert.equal(text(".nb-playground-message"), "");
  assert.equal(isBehind(), false);
});

test("a picture of other values than the controls' stays dimmed, whatever the reason", async () => {
  const { move, isBehind, place } = await page(async (source, { onOutput }) => {
    if (source.includes("[2,0]")) return { ...done, error: "ValueError: no" };
    say(onOutput, answer(4));
    return done;
  });
  await press(place, "Reset");
  assert.equal(isBehind(), false, "the controls stand where they stood");
  await move(2);
  await later();
  assert.equal(isBehind(), true);
  await move(0);
  await later();
  assert.equal(isBehind(), false);
});

test("what takes its time later is said, too, and no more once it is drawn", async (t) => {
  let finish;
  const { text, move } = await page(async (_, { onStart, onOutput }) => {
    onStart();
    await new Promise((resolve) => {
      finish = resolve;
    });
    say(onOutput, answer(4));
    return done;
  });
  await move(2);
  await later();
  finish();
  await later();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await move(0);
  assert.equal(text(".nb-playground-message"), "");
  t.mock.timers.tick(500);
  assert.equal(text(".nb-playground-message"), "Drawing …");
  finish();
  for (let turn = 0; turn < 20; turn += 1) await null;
  assert.equal(text(".nb-playground-message"), "");
});
