"""A monkey for the explorables: random hands in a page, and a list of what they leave behind.

`open_alone` makes a page that holds one explorable and a ``monkey`` with ``play``, ``faults`` and
``unmount``; `play_for_real` is the share that goes through the browser's own mouse and keyboard.
"""

import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from playwright.sync_api import Page

from normbook.widgets.explorable import RecordedExplorable, find_explorable

MODEL = Path(__file__).parents[1] / "src/normbook/sphinx/assets/model.mjs"

KEYS = (
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"),
    *("Enter", "Space", "Tab", "Shift+Tab", "Escape", "a", "9", "Backspace"),
)

# Runs before a page's scripts, and keeps account of what can outlive an explorable: listeners and
# observers of what is not its own, and timers.
LEFTOVERS = """(() => {
  const LASTING = [
    Window, Document, HTMLHtmlElement, HTMLHeadElement, HTMLBodyElement, MediaQueryList,
    VisualViewport,
  ];
  const lasts = (target) => LASTING.some((kind) => target instanceof kind);
  const held = new Map(); // what is held -> its name

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const captures = (options) => Boolean(options?.capture ?? options);
  const findListener = (...parts) =>
    [...held.keys()].find((each) => parts.every((part, i) => each[i] === part));

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);
    const parts = [target, type, listener, captures(options)];
    const known = findListener(...parts);
    if (!listener || !lasts(target) || options?.signal?.aborted || known) return;
    held.set(parts, `listener: ${target.constructor.name} ${type}`);
    const forget = () => held.delete(parts);
    if (options?.once) addEventListener.call(target, type, forget, options);
    if (options?.signal) addEventListener.call(options.signal, "abort", forget);
  };

  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window;
    removeEventListener.call(target, type, listener, options);
    held.delete(findListener(target, type, listener, captures(options)));
  };

  for (const kind of [MutationObserver, ResizeObserver, IntersectionObserver]) {
    const { observe, disconnect } = kind.prototype;
    kind.prototype.observe = function (target, options) {
      observe.call(this, target, options);
      if (lasts(target)) held.set(this, `observer: ${kind.name}`);
    };
    kind.prototype.disconnect = function () {
      disconnect.call(this);
      held.delete(this);
    };
  }

  for (const [start, stop, repeats] of [
    ["setTimeout", "clearTimeout", false],
    ["setInterval", "clearInterval", true],
    ["requestAnimationFrame", "cancelAnimationFrame", false],
  ]) {
    const { [start]: begin, [stop]: end } = window;
    window[start] = (run, ...rest) => {
      const id = begin((...given) => {
        if (!repeats) held.delete(`${stop} ${id}`);
        run(...given);
      }, ...rest);
      held.set(`${stop} ${id}`, `timer: ${start}(…, ${rest})`);
      return id;
    };
    window[stop] = (id) => {
      end(id);
      held.delete(`${stop} ${id}`);
    };
  }

  window.heldNow = () => new Map(held);
})()"""

PAGE = r"""<!doctype html>
<html lang="en" data-theme="light">
<meta charset="utf-8">
<title>An explorable alone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="SITE.css">
<link rel="stylesheet" href="MODULE.css">
<main id="here"></main>
<script type="module">
import { createModel } from "./model.mjs";
import widget from "MODULE.mjs";

const NOT_NUMBERS = /\b(NaN|undefined|Infinity)\b/;
const KEYS = [
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown",
  "Enter", " ", "Tab", "Escape", "a",
];
const GARBAGE = ["", " ", "ü<b>'&;--", "\u202e\ud83d\ude00", "(", "x".repeat(5000), "-1e999"];
const HOSTILE = [
  NaN, Infinity, -Infinity, -1, 1e308, "", "garbage", "x".repeat(1e5), null, undefined, {}, [],
  [NaN], [Infinity, 1], [1e308, -1e308], ["1", "2"], [[]], new Array(1e5).fill(1),
];

const here = document.querySelector("#here");
const settle = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

// Links lead nowhere, so that the monkey stays.
document.addEventListener("click", (event) => {
  if (event.target.closest("a")) event.preventDefault();
}, { capture: true });

let model;
let names; // of the traits
let cleanUp;
let random;
let before;
const heard = []; // [name, listener] of the model

function countedModel(state) {
  const made = createModel(state);
  return {
    ...made,
    on(name, listener) {
      heard.push([name, listener]);
      made.on(name, listener);
    },
    off(name, listener) {
      for (let i = heard.length - 1; i >= 0; i -= 1) {
        const matches = heard[i][0] === name && (!listener || heard[i][1] === listener);
        if (!name || matches) heard.splice(i, 1);
      }
      made.off(name, listener);
    },
  };
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = (list) => list[Math.floor(random() * list.length)];
const find = (selector) =>
  [...here.querySelectorAll(selector)].filter((each) => !each.disabled && each.checkVisibility());

/** The point at two fractions of the explorable's width and height, scrolled into view. */
function pointAt(across, down) {
  const top = here.getBoundingClientRect().top + down * here.offsetHeight;
  if (top < 0 || top >= innerHeight) scrollBy(0, top - innerHeight / 2);
  const box = here.getBoundingClientRect();
  return { x: box.left + across * box.width, y: box.top + down * box.height };
}
const anyPoint = () => pointAt(random(), random());

function fire(kinds, { x, y }, buttons = 0) {
  const target = document.elementFromPoint(x, y) ?? document.body;
  const common = { bubbles: true, cancelable: true, composed: true, view: window, buttons };
  const place = { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", isPrimary: true };
  for (const kind of kinds) {
    const Kind = kind.startsWith("pointer") ? PointerEvent : MouseEvent;
    target.dispatchEvent(new Kind(kind, { ...common, ...place }));
  }
}

function click() {
  const point = anyPoint();
  fire(["pointerover", "mouseover", "pointermove", "mousemove"], point);
  fire(["pointerdown", "mousedown"], point, 1);
  fire(["pointerup", "mouseup", "click"], point);
}

function drag() {
  const from = anyPoint();
  fire(["pointerdown", "mousedown"], from, 1);
  for (let i = 0; i < 4; i += 1) {
    const to = { x: from.x + 200 * (random() - 0.5), y: from.y + 200 * (random() - 0.5) };
    fire(["pointermove", "mousemove"], to, 1);
  }
  fire(["pointerup", "mouseup"], from);
}

function press() {
  const target = pick(find("button, input, select, summary, a, [tabindex='0']"));
  if (!target) return;
  target.focus({ preventScroll: true });
  const options = { key: pick(KEYS), shiftKey: random() < 0.2, bubbles: true, cancelable: true };
  const goesOn = target.dispatchEvent(new KeyboardEvent("keydown", options));
  target.dispatchEvent(new KeyboardEvent("keyup", options));
  if (goesOn && options.key === "Enter" && target.matches("button, summary")) target.click();
}

/** Gives an input one of its extremes, and a field garbage. */
function enter() {
  const input = pick(find("input, select, textarea"));
  if (!input) return;
  if (input.matches("[type=radio], [type=checkbox]")) return input.click();
  if (input.matches("select")) input.selectedIndex = Math.floor(random() * input.length);
  else if (input.type === "range") input.value = pick([input.min, input.max, 1e9 * random()]);
  else if (input.type === "number") input.value = pick([input.min, input.max, "", "1e99", "-5"]);
  else input.value = pick(GARBAGE);
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Sets a trait to what no hand would. */
function feed() {
  model.set(pick(names), pick(HOSTILE));
}

const ACTS = [click, click, click, drag, drag, press, press, press, enter, enter, enter, feed];

window.monkey = {
  pointAt,

  async mount(state, record, seed) {
    const { base, ...traits } = state; // base is the page's own, and not the reader's to change
    names = Object.keys(traits);
    random = seeded(seed);
    model = countedModel({ ...state, ...(record && { record }) });
    await settle();
    before = { held: heldNow(), elements: document.querySelectorAll("*").length };
    cleanUp = await widget.render({ model, el: here });
  },

  /** Acts `count` times; returns how long the slowest took, in ms. */
  async play(count) {
    let slowest = 0;
    for (let i = 0; i < count; i += 1) {
      const start = performance.now();
      pick(ACTS)();
      await null; // the model's changes are painted in a microtask
      slowest = Math.max(slowest, performance.now() - start);
    }
    await settle();
    return slowest;
  },

  /** What shows a value that is no number: texts, and attributes with their elements. */
  faults() {
    const lines = here.innerText.split("\n").filter((line) => NOT_NUMBERS.test(line));
    const attributes = [...here.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => NOT_NUMBERS.test(value))
        .map(({ name, value }) => `${element.tagName} ${name}="${value}"`),
    );
    return [...lines, ...attributes];
  },

  /** Unmounts in the midst of a change; returns what is left. */
  async unmount() {
    enter();
    press();
    cleanUp();
    await new Promise((done) => setTimeout(done, 30)); // a drag's own end waits for a task
    const held = [...heldNow()].filter(([key]) => !before.held.has(key)).map(([, name]) => name);
    const ofModel = heard.map(([name]) => `listener: model ${name}`);
    const elements = document.querySelectorAll("*").length - before.elements;
    return [...held, ...ofModel, ...(elements ? [`elements: ${elements}`] : [])];
  },
};
</script>
"""


def open_alone(page: Page, gallery: str, slug: str, seed: int) -> None:
    """Open a page that holds nothing but one explorable, as the gallery at an address has it."""
    markup = BeautifulSoup(page.request.get(gallery).text(), "html.parser")
    [mount, *_] = markup.select(f'.nb-mount[data-slug="{slug}"]')
    state = json.loads(mount.select("script")[0].text)
    module = urljoin(gallery, str(mount["data-module"]))
    kind = find_explorable(slug)
    record = kind().record if issubclass(kind, RecordedExplorable) else None
    body = PAGE.replace("MODULE", module.removesuffix(".mjs"))
    body = body.replace("SITE", urljoin(module, "../site"))
    page.add_init_script(LEFTOVERS)
    page.route("**/model.mjs", lambda route: route.fulfill(path=MODEL))
    page.route("**/alone.html", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(urljoin(module, "../../alone.html"))
    page.wait_for_function("window.monkey")
    page.evaluate("mounting => monkey.mount(...mounting)", [state, record, seed])


def any_point(page: Page, random: Random) -> dict[str, Any]:
    """Return a point of the explorable, in view."""
    point: dict[str, Any] = page.evaluate(
        "([x, y]) => monkey.pointAt(x, y)", [random.random(), random.random()]
    )
    return point


def click(page: Page, random: Random) -> None:
    """Click at a random point of the explorable."""
    page.mouse.click(**any_point(page, random))


def drag(page: Page, random: Random) -> None:
    """Drag from a random point of the explorable to another."""
    page.mouse.move(**any_point(page, random))
    page.mouse.down()
    page.mouse.move(**any_point(page, random), steps=3)
    page.mouse.up()


def press(page: Page, random: Random) -> None:
    """Press a random key, wherever the focus is."""
    page.keyboard.press(random.choice(KEYS))


def play_for_real(page: Page, random: Random, count: int) -> None:
    """Act ``count`` times through the browser's own mouse and keyboard."""
    for _ in range(count):
        random.choice((click, drag, press))(page, random)
