// Which section is marked, in a page whose sections stand where the test says.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { followSections } from "../../src/normbook/sphinx/assets/contents.mjs";

const HEIGHT = 1000;
const TOPS = { one: 100, two: 1500, three: 2600, four: 2800 };

/** A page of 3000 pixels with four sections; `scroll` moves it. */
function setUp({ hash = "" } = {}) {
  const ids = Object.keys(TOPS);
  const items = ids.map((id) => `<li class="toc-entry"><a href="#${id}">${id}</a></li>`).join("");
  const sections = ids.map((id) => `<section id="${id}"></section>`).join("");
  const { document } = parseHTML(`<html><body><nav>${items}</nav>${sections}</body></html>`);
  const window = new EventTarget();
  const timers = [];
  Object.defineProperty(document.documentElement, "scrollHeight", { value: 3000 });
  Object.assign(window, {
    document,
    location: { hash },
    innerHeight: HEIGHT,
    scrollY: 0,
    requestAnimationFrame: (task) => task(),
    setTimeout: (task) => timers.push(task),
  });
  for (const link of document.querySelectorAll("a")) {
    Object.defineProperty(link, "hash", { value: link.getAttribute("href") });
  }
  for (const id of ids) {
    document.getElementById(id).getBoundingClientRect = () => ({ top: TOPS[id] - window.scrollY });
  }
  const nav = document.querySelector("nav");
  followSections(nav, window);
  const marked = () => [...nav.querySelectorAll("a.active")].map((link) => link.textContent);
  return {
    document,
    window,
    nav,
    marked,
    timers,
    jump(to, y) {
      window.location.hash = to;
      window.dispatchEvent(new Event("hashchange"));
      window.scrollY = y;
      window.dispatchEvent(new Event("scroll"));
      window.dispatchEvent(new Event("scrollend"));
    },
    scroll(y) {
      window.scrollY = y;
      window.dispatchEvent(new Event("scroll"));
    },
  };
}

test("the section that is read is marked, and the last one at the page's end", () => {
  const { scroll, marked, nav } = setUp();
  const seen = [0, 1200, 1300, 2000].map((y) => {
    scroll(y);
    return marked();
  });
  assert.deepEqual(seen, [["one"], ["one"], ["two"], ["four"]]);
  assert.equal(nav.querySelectorAll("[aria-current]").length, 1);
  assert.equal(nav.querySelectorAll(".toc-entry.active").length, 1);
});

test("after a jump the section that was jumped to is marked, until the reader scrolls", () => {
  const { jump, scroll, marked } = setUp();
  jump("#three", 2000); // the page ends before it is at the top
  assert.deepEqual(marked(), ["three"]);
  scroll(2000);
  assert.deepEqual(marked(), ["three"]);
  scroll(1300);
  assert.deepEqual(marked(), ["two"]);
});

test("a page that is opened at a section marks it", () => {
  assert.deepEqual(setUp({ hash: "#two" }).marked(), ["two"]);
  assert.deepEqual(setUp({ hash: "#nowhere" }).marked(), ["one"]);
});

test("what the browser has not laid out is not asked where it is", () => {
  const { document, scroll, marked } = setUp();
  const far = document.getElementById("two");
  far.checkVisibility = ({ contentVisibilityAuto }) => !contentVisibilityAuto;
  far.getBoundingClientRect = () => assert.fail("it would be laid out");
  scroll(0);
  assert.deepEqual(marked(), ["one"]);
});

test("a jump that follows on another is on its way until it has come to rest itself", () => {
  const { window, scroll, marked, timers } = setUp();
  const begin = (to) => {
    window.location.hash = to;
    window.dispatchEvent(new Event("hashchange"));
  };
  begin("#two");
  begin("#three");
  scroll(500);
  timers[0](); // a second after the first, where browsers do not tell that a scroll has ended
  scroll(2000);
  assert.deepEqual(marked(), ["three"]);
  timers[1]();
  scroll(1300);
  assert.deepEqual(marked(), ["two"]);
});

test("a section that is opened in another tab is not marked here", () => {
  const { document, nav, marked } = setUp();
  const click = (given) => {
    const event = Object.assign(new document.defaultView.Event("click", { bubbles: true }), given);
    nav.querySelector('[href="#three"]').dispatchEvent(event);
    return marked();
  };
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
    assert.deepEqual(click({ [key]: true }), ["one"], key);
  }
  assert.deepEqual(click({}), ["three"]);
});
