// Mounts the page's explorables: each is an anywidget module, and this is its host without a kernel.

import { followSections } from "./contents.mjs";
import { offerCopies } from "./copy.mjs";
import { contains, setUpFrame } from "./frame.mjs";
import { layOutLater, leadToPlace } from "./later.mjs";
import { createModel } from "./model.mjs";
import { whenNear } from "./near.mjs";
import { keepForLater } from "./offline/register.mjs";
import { keepQuiz } from "./quiz.mjs";
import { reachScrolled } from "./scrolled.mjs";

/** Replaces a place's picture by the working explorable; on failure the picture stays. */
async function mount(place) {
  const here = place.querySelector(".nb-mount-here");
  const state = JSON.parse(place.querySelector('script[type="application/json"]').textContent);
  const el = document.createElement("div");
  el.hidden = true;
  here.append(el); // where it is drawn it has the page's colours
  const tell = (words) => sayBelow(here, words);
  try {
    const model = createModel({ ...state, link: linkName(place) });
    const [{ default: widget }] = await Promise.all([
      import(new URL(place.dataset.module, document.baseURI)),
      place.dataset.record ? giveRecord(model, place.dataset, fetchRecord, tell) : null,
    ]);
    if (place.dataset.slug === "quiz") keepQuiz(model, localStorage);
    await widget.render({ model, el });
    carry(model, place.dataset.slug, window);
    here.replaceChildren(el);
    el.hidden = false;
    place.dataset.mounted = "";
  } catch (error) {
    el.remove();
    tell("This model could not start; above is its picture. Reload the page to try again.");
    console.error(error);
  }
}

/** Says below a model what failed; without words it takes that back. */
function sayBelow(here, words) {
  const said = here.parentElement.querySelector(":scope > .nb-mount-failed");
  if (!words) return said?.remove();
  const place = said ?? document.createElement("p");
  Object.assign(place, { className: "nb-mount-failed", textContent: words });
  place.setAttribute("role", "status");
  here.after(place);
}

/**
 * A brief one is mounted by its button, which then is a button of its own, and is pressed; by a click
 * on its picture, which then goes to what is under it; by a mouse that comes to what can be dragged
 * there, or a press on it, which goes on and drags; or by the Tab key, when that comes to its picture.
 * Returns what mounts it at once.
 */
function wait(place) {
  const button = place.querySelector(".nb-begin");
  const here = place.querySelector(".nb-mount-here");
  const controls = () => [...here.querySelectorAll("a, button, input, select, [tabindex]")];
  const own = () => controls().find(({ textContent }) => textContent === place.dataset.begin);
  const done = new AbortController();
  let waking = null;

  function waken() {
    waking ??= wake();
    return waking;
  }

  async function wake() {
    button.setAttribute("aria-busy", "true");
    // Once the module is there, the picture is replaced in a moment, in which no focus gets lost.
    await import(new URL(place.dataset.module, document.baseURI)).catch(() => {}); // as mount says
    const focused = [...controls(), button].indexOf(document.activeElement);
    await mount(place);
    done.abort();
    button.remove();
    here.inert = !("mounted" in place.dataset);
    if (here.inert) return false;
    [...controls(), own()][focused]?.focus({ preventScroll: true }); // the picture has the same ones
    return true;
  }

  async function touch({ clientX, clientY, target }) {
    if (button.contains(target) || !contains(here, clientX, clientY)) return;
    const top = topOf(here);
    if (!(await waken()) || topOf(here) !== top) return; // what was meant is elsewhere by now
    const meant = document.elementFromPoint(clientX, clientY);
    const again = new MouseEvent("click", { bubbles: true, clientX, clientY });
    if (here.contains(meant)) meant.dispatchEvent(again);
  }

  const drags = (element) => Boolean(element?.closest("[data-drag]"));

  function approach({ target, pointerType }) {
    if (pointerType === "mouse" && drags(target)) waken();
  }

  /** What is pressed is pressed once more when it is there, if the pointer is down still. */
  async function press(event) {
    if (!drags(event.target)) return;
    const { clientX, clientY, pointerId, pointerType, isPrimary } = event;
    const release = new AbortController();
    for (const end of ["pointerup", "pointercancel"])
      document.addEventListener(end, () => release.abort(), { signal: release.signal });
    if (!(await waken()) || release.signal.aborted) return;
    release.abort();
    const meant = document.elementFromPoint(clientX, clientY);
    if (!drags(meant)) return;
    const at = { clientX, clientY, pointerId, pointerType, isPrimary, buttons: 1 };
    meant.dispatchEvent(
      new PointerEvent("pointerdown", { bubbles: true, cancelable: true, ...at }),
    );
  }

  async function begin() {
    if (!(await waken())) return;
    own().focus({ preventScroll: true });
    own().click();
  }

  here.inert = false; // by now something answers
  button.addEventListener("click", begin, { once: true });
  const { signal } = done;
  place.addEventListener("click", touch, { signal });
  here.addEventListener("pointerover", approach, { signal });
  here.addEventListener("pointerdown", press, { signal });
  here.addEventListener("focusin", waken, { signal });
  return waken;
}

/** How far below the window's top an element begins, in pixels. */
const topOf = (element) => Math.round(element.getBoundingClientRect().top);

// Traits that go along from page to page: one x is followed through the book.
const CARRIED = { geometry: ["x"] };

/** Gives a model what its kind was left with on the page before, and leaves what it comes to. */
export function carry(model, slug, window) {
  for (const trait of CARRIED[slug] ?? []) {
    const key = `normbook-carried:${slug}.${trait}`;
    const withStorage = (act) => {
      try {
        return act(window.sessionStorage);
      } catch {
        return null; // denied, or full: then each page begins anew
      }
    };
    const left = withStorage((storage) => JSON.parse(storage.getItem(key)));
    const isLinked = window.location.hash.startsWith(`#${model.get("link")}=`); // it says what to show
    if (left && !isLinked) model.set(trait, left);
    model.on(`change:${trait}`, () =>
      withStorage((storage) => storage.setItem(key, JSON.stringify(model.get(trait)))),
    );
  }
}

/** What a link to a place is called: the slug, and of the second of its kind on the page slug-2. */
function linkName(place) {
  const { slug } = place.dataset;
  const alike = [...document.querySelectorAll(`.nb-mount[data-slug="${slug}"]`)];
  const number = alike.indexOf(place) + 1;
  return number === 1 ? slug : `${slug}-${number}`;
}

/** Gives a model its record: now, or as soon as its traits have values that are drawn from it. */
export async function giveRecord(model, { record: address, recordFor = "{}" }, fetchRecord, tell) {
  const wanted = Object.entries(JSON.parse(recordFor));
  const isNeeded = () => wanted.every(([trait, values]) => values.includes(model.get(trait)));
  const give = async () => model.set("record", await fetchRecord(address));
  if (isNeeded()) return give();
  let asked = false;
  for (const [trait] of wanted) {
    model.on(`change:${trait}`, async () => {
      if (asked || !isNeeded()) return;
      asked = true;
      try {
        await give();
        tell("");
      } catch (error) {
        asked = false;
        tell(
          "The data of this choice could not be loaded. Choose another, and then this one again.",
        );
        console.error(error);
      }
    });
  }
}

async function fetchRecord(address) {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return JSON.parse(await response.text(), unpack);
}

/** Makes tables again of what sphinx/explorable.py packed; for JSON.parse, which calls it with each value. */
export function unpack(_, value) {
  if (!value?.differences) return value;
  const columns = value.differences.map((column) => {
    let sum = 0;
    return column.map((difference) => {
      sum += difference;
      return sum / value.steps;
    });
  });
  return columns[0].map((_, row) => columns.map((column) => column[row]));
}

/** Starts an exercise's box, the list or the map of all, or a playground; on failure what is there stays. */
async function start(place) {
  try {
    const module = await import(new URL(place.dataset.module, document.baseURI));
    module.mount(place);
  } catch (error) {
    place.insertAdjacentHTML("beforeend", '<p class="nb-mount-failed" role="status"></p>');
    const otherwise = place.matches(".nb-solve") ? ", or use the commands below" : "";
    place.lastElementChild.textContent = `This could not start. Reload the page to try again${otherwise}.`;
    console.error(error);
  }
}

/** Lets a button run a cell, or train a norm: the module and its style come with the first click. */
function offer(place) {
  const button = place.querySelector("button");
  const begin = async () => {
    button.setAttribute("aria-busy", "true");
    try {
      const [module] = await Promise.all([
        import(new URL(place.dataset.module, document.baseURI)),
        loadStyle(place.dataset.style),
      ]);
      module.open(place, { onClose: () => offer(place) });
    } catch (error) {
      button.insertAdjacentHTML(
        "beforebegin",
        '<span class="nb-mount-failed" role="status"></span>',
      );
      button.previousSibling.textContent =
        "This could not be loaded. Reload the page to try again.";
      console.error(error);
    } finally {
      button.removeAttribute("aria-busy");
    }
  };
  button.addEventListener("click", begin, { once: true });
  place.dataset.ready = "";
}

const styles = new Map();

/** Resolves once a style is there, or cannot be had: a plain cell runs, too. */
function loadStyle(address) {
  if (!styles.has(address)) {
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: address,
    });
    const done = new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    });
    document.head.append(link);
    styles.set(address, done);
  }
  return styles.get(address);
}

/** Sets up the page: first what the reader may touch at once. */
function begin() {
  leadToPlace(window);
  whenNear(document.querySelectorAll(".nb-mount:not([data-begin])"), mount);
  const brief = [...document.querySelectorAll(".nb-mount[data-begin]")];
  followLinks(new Map(brief.map((place) => [place, wait(place)])));
  whenNear(document.querySelectorAll(".nb-solve, .nb-progress, .nb-map, .nb-playground"), start);
  for (const place of document.querySelectorAll(".nb-run, .nb-own")) offer(place);
  layOutLater(window);
  setUpFrame(window);
  const contents = document.getElementById("pst-page-toc-nav");
  if (contents) followSections(contents, window);
  keepForLater(window, new URL("../offline.js", import.meta.url)); // this file is in _static

  // An open menu closes when the reader goes elsewhere.
  const menus = [...document.querySelectorAll(".nb-menu")]; // looked for once, and not with each click
  const closeMenus = (except) => {
    for (const menu of menus) if (menu !== except) menu.open = false;
  };
  document.addEventListener("click", ({ target }) => closeMenus(target.closest(".nb-menu")));
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    target.closest(".nb-menu[open]")?.querySelector("summary").focus();
    closeMenus();
  });
}

/** A link to one setting, `#slug=…`, leads to its explorable; one that waits is mounted by `waken`. */
function followLinks(waken) {
  const follow = () => {
    const name = location.hash.match(/^#([\w-]+)=/)?.[1];
    const places = name ? [...document.querySelectorAll(".nb-mount")] : [];
    const place = places.find((each) => linkName(each) === name);
    place?.scrollIntoView();
    waken.get(place)?.();
  };
  follow();
  window.addEventListener("hashchange", follow);
}

/** Sets up what can wait a moment. */
function goOn() {
  offerCopies(document, (text) => navigator.clipboard.writeText(text));
  reachScrolled(document.body, window);
}

// In tasks of their own: in that in which it ends, the page is laid out, and searched for forms to fill in.
if (typeof document !== "undefined") {
  setTimeout(begin);
  setTimeout(goOn);
}
