// What stands around the text: the button of themes, the search, the sidebars, on a page of its own.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { setUpFrame } from "../../src/normbook/sphinx/assets/frame.mjs";

const FIELD = '<form class="bd-search"><input></form>';
const KEY = '<span><kbd class="kbd-shortcut__modifier">Ctrl</kbd></span>';

/** A page with a frame; `kept` is what the session's storage has. */
function setUp({ dark = false, wide = true, platform = "Linux", field = "", kept = {}, link = 0 }) {
  const { document } = parseHTML(`<html data-mode="auto"><body>
    <button class="theme-switch-button" aria-label="Color mode"><i data-mode="light" title="Light"></i>
      <i data-mode="dark" title="Dark"></i><i data-mode="auto" title="System"></i></button>
    <dialog id="pst-search-dialog">${FIELD}</dialog>${field}
    <button class="search-button__button">${KEY}</button>
    <button class="primary-toggle"></button><button class="secondary-toggle"></button>
    <dialog id="pst-primary-sidebar-modal"></dialog>
    <dialog id="pst-secondary-sidebar-modal"></dialog>
    <div id="pst-primary-sidebar" class="bd-sidebar"><nav><a class="active" href="#a">a</a></nav></div>
    <div id="pst-secondary-sidebar" class="bd-sidebar"><a href="#b">b</a></div>
  </body></html>`);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.showModal = () => dialog.setAttribute("open", "");
    dialog.close = () => {
      dialog.removeAttribute("open");
      dialog.dispatchEvent(new document.defaultView.Event("close"));
    };
    Object.defineProperty(dialog, "open", { get: () => dialog.hasAttribute("open") });
    dialog.getBoundingClientRect = () => ({ left: 100, right: 200, top: 100, bottom: 200 });
  }
  for (const input of document.querySelectorAll("input")) {
    input.focus = () => input.setAttribute("focused", "");
    input.select = () => {};
  }
  const sidebar = document.getElementById("pst-primary-sidebar");
  sidebar.getBoundingClientRect = () => ({ top: 50 });
  Object.defineProperty(sidebar, "clientHeight", { value: 800 });
  document.querySelector("nav a").getBoundingClientRect = () => ({ top: link, bottom: link + 20 });
  const window = new EventTarget();
  const chosen = [];
  Object.assign(window, {
    document,
    chosen,
    innerHeight: 1000,
    navigator: { platform },
    matchMedia: (query) => ({ matches: query.includes("dark") ? dark : wide }),
    sessionStorage: {
      getItem: (key) => kept[key] ?? null,
      setItem: (key, value) => {
        kept[key] = value;
      },
    },
    normbookTheme: {
      choose(mode) {
        chosen.push(mode);
        document.documentElement.dataset.mode = mode;
      },
    },
  });
  setUpFrame(window);
  return window;
}

const byId = ({ document }, id) => document.getElementById(id);
const press = ({ document }, selector) => document.querySelector(selector).click();

function key(window, name, held) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key: name, ...held });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

function clickAt(window, target, x, y) {
  const event = new window.document.defaultView.Event("click", { bubbles: true });
  target.dispatchEvent(Object.assign(event, { clientX: x, clientY: y }));
}

for (const [dark, modes] of [
  [false, ["dark", "light", "auto", "dark"]],
  [true, ["light", "dark", "auto", "light"]],
]) {
  test(`each press changes the mode, the first what is seen, where the system is ${dark ? "dark" : "light"}`, () => {
    const window = setUp({ dark });
    for (const _ of modes) press(window, ".theme-switch-button");
    assert.deepEqual(window.chosen, modes);
  });
}

test("the button of themes says the mode", () => {
  const window = setUp({});
  const says = () =>
    window.document.querySelector(".theme-switch-button").getAttribute("aria-label");
  assert.equal(says(), "Color mode: System");
  press(window, ".theme-switch-button");
  assert.equal(says(), "Color mode: Dark");
});

test("a button and Ctrl+K open the search, and Ctrl+K closes it", () => {
  const window = setUp({});
  const dialog = byId(window, "pst-search-dialog");
  press(window, ".search-button__button");
  assert(dialog.open);
  assert(key(window, "k", { ctrlKey: true }));
  assert(!dialog.open);
  assert(key(window, "K", { ctrlKey: true }), "with caps lock");
  assert(dialog.open);
});

test("Escape closes the search, whatever stands in it, and ends no word that is being composed", () => {
  const window = setUp({});
  const dialog = byId(window, "pst-search-dialog");
  const field = dialog.querySelector("input");
  const pressed = (more) => {
    const event = new window.document.defaultView.Event("keydown", {
      bubbles: true,
      cancelable: true,
    });
    field.dispatchEvent(Object.assign(event, { key: "Escape", ...more }));
    return event.defaultPrevented;
  };
  press(window, ".search-button__button");
  assert(!pressed({ isComposing: true }));
  assert(dialog.open);
  assert(pressed({}));
  assert(!dialog.open);
});

test("K alone, and with other keys, is typed", () => {
  const window = setUp({});
  for (const held of [{}, { metaKey: true }, { ctrlKey: true, shiftKey: true }, { altKey: true }]) {
    assert(!key(window, "k", held));
  }
  assert(!byId(window, "pst-search-dialog").open);
});

test("a field that the browser fills in has no key, and is no error", () => {
  const window = setUp({});
  assert(!key(window, undefined));
});

test("on a Mac it is ⌘, and the page says so", () => {
  const window = setUp({ platform: "MacIntel" });
  assert(!key(window, "k", { ctrlKey: true }));
  assert(key(window, "k", { metaKey: true }));
  assert.equal(window.document.querySelector(".kbd-shortcut__modifier").textContent, "⌘");
});

test("a page with a field of its own needs no dialog", () => {
  const window = setUp({ field: FIELD });
  key(window, "k", { ctrlKey: true });
  assert(!byId(window, "pst-search-dialog").open);
  assert(window.document.querySelector("body > form input").hasAttribute("focused"));
});

test("a click beside a dialog closes it, and one in it does not", () => {
  const window = setUp({});
  const dialog = byId(window, "pst-search-dialog");
  dialog.showModal();
  clickAt(window, dialog, 150, 150);
  clickAt(window, dialog.querySelector("input"), 0, 0); // as a key's press on a button has it
  assert(dialog.open);
  clickAt(window, dialog, 50, 150);
  assert(!dialog.open);
});

test("on a wide window the button hides the chapters, for all pages, and shows them", () => {
  const kept = {};
  const window = setUp({ wide: true, kept });
  const { dataset } = window.document.documentElement;
  press(window, ".primary-toggle");
  assert.equal(dataset.chapters, "hidden");
  assert.equal(kept["normbook-chapters"], "hidden");
  press(window, ".primary-toggle");
  assert.equal(dataset.chapters, "shown");
  assert.equal(kept["normbook-chapters"], "shown");
});

test("where the storage is full the chapters are hidden, if on this page alone", () => {
  const full = Object.defineProperty({}, "normbook-chapters", {
    set() {
      throw new Error("QuotaExceededError");
    },
  });
  const window = setUp({ wide: true, kept: full });
  window.addEventListener("error", ({ error }) => assert.fail(error));
  press(window, ".primary-toggle");
  assert.equal(window.document.documentElement.dataset.chapters, "hidden");
  window.dispatchEvent(new Event("pagehide"));
});

for (const side of ["primary", "secondary"]) {
  test(`on a narrow window the ${side} sidebar opens as a dialog, which its links close`, () => {
    const window = setUp({ wide: false });
    const [sidebar, dialog] = ["", "-modal"].map((end) =>
      byId(window, `pst-${side}-sidebar${end}`),
    );
    press(window, `.${side}-toggle`);
    assert(dialog.open);
    assert(dialog.classList.contains("bd-sidebar"));
    assert.equal(sidebar.childNodes.length, 0);
    clickAt(window, dialog.querySelector("a"), 150, 150);
    assert(!dialog.open);
    assert(sidebar.querySelector("a"));
    assert(sidebar.classList.contains("bd-sidebar"));
    assert(!dialog.classList.contains("bd-sidebar"));
  });
}

test("the chapters are where the page before had them, and that is kept", () => {
  const kept = { "sidebar-scroll-top": "120" };
  const window = setUp({ kept, link: 900 });
  const sidebar = byId(window, "pst-primary-sidebar");
  assert.equal(sidebar.scrollTop, 120);
  sidebar.scrollTop = 90;
  window.dispatchEvent(new Event("pagehide"));
  assert.equal(kept["sidebar-scroll-top"], 90);
});

test("the link to this page is seen", () => {
  const top = (state) => byId(setUp(state), "pst-primary-sidebar").scrollTop;
  const kept = { "sidebar-scroll-top": "120" };
  assert.equal(top({ link: 1200 }), 1200 - 50 - 200);
  assert.equal(top({ link: 1200, kept }), 120 + 1200 - 50 - 200);
  assert.equal(top({ link: -90, kept }), 120 - 90 - 50 - 200);
  assert.equal(top({ link: 400 }), 0);
});

test("where the chapters are not beside the text the page is not laid out to place them", () => {
  const kept = { "sidebar-scroll-top": "120" };
  const window = setUp({ wide: false, kept, link: 1200 });
  assert(!byId(window, "pst-primary-sidebar").scrollTop);
  window.dispatchEvent(new Event("pagehide"));
  assert.equal(kept["sidebar-scroll-top"], "120");
});

test("a page without a frame is left alone", () => {
  const { document } = parseHTML("<html><body></body></html>");
  setUpFrame({ document });
});
