// The questions of a page: a reader answers, or has it shown; then what was covered is there. Who comes
// for what is covered, by a link or by the browser's own search, is not asked: it is there for this visit.

import { onOtherPages } from "../exercise/page.mjs";
import { openAnswers } from "./answers.mjs";
import { controls } from "./controls.mjs";
import { mountForeseen } from "./foreseen.mjs";
import { isRight, verdict } from "./judge.mjs";

const LIFTED = "Shown, as you came for it; on your next visit it is asked.";

/** Mounts the questions of a page, and returns them. */
export function mountAll(document, storage) {
  const answers = openAnswers(storage);
  const questions = new Map();
  const uncover = () => {
    for (const place of document.querySelectorAll(".nb-covered[data-asks]")) {
      const open = slugsOf(place).filter((slug) => questions.get(slug)?.isOpen());
      if (answers.always || !open.length) place.hidden = false;
      else {
        place.setAttribute("hidden", "until-found");
        sayWhatIsLeft(place, open);
      }
    }
  };
  const repaint = () => {
    uncover();
    paintForeseen();
  };
  for (const place of document.querySelectorAll(".nb-predict")) {
    questions.set(place.dataset.slug, mountQuestion(place, answers, repaint));
  }
  const paintForeseen = mountForeseen(document, questions, answers, () => {
    for (const question of questions.values()) question.reset();
    repaint();
  });

  const lift = (places) => {
    const slugs = new Set(places.flatMap(slugsOf));
    for (const slug of slugs) questions.get(slug)?.lift();
    if (slugs.size) repaint();
  };
  const liftAround = (place) => {
    const covered = place?.closest(".nb-covered[hidden]");
    lift(covered ? [covered] : []);
  };
  document.addEventListener("beforematch", ({ target }) => liftAround(target));
  const follow = () => liftAround(targetOf(document));
  document.defaultView.addEventListener("hashchange", follow);
  follow();
  const sought = isFromElsewhere(document) && sectionNamedBy(targetOf(document));
  if (sought) lift([...sought.querySelectorAll(".nb-covered[hidden]")]);

  const pass = (covered) => {
    for (const slug of slugsOf(covered)) questions.get(slug)?.pass();
  };
  document.addEventListener("click", ({ target }) => {
    const covered = target.closest(".nb-cover-note button")?.parentElement.previousElementSibling;
    if (covered) {
      pass(covered);
      takeFocus(covered);
    }
    // Who runs a cell has it shown what it prints.
    const run = target.closest(".nb-run button")?.closest(".cell");
    for (const output of run?.querySelectorAll(".nb-covered[hidden]") ?? []) pass(output);
  });
  mountAlways(document, answers, repaint);
  repaint();
  return questions;
}

/** Each question has the box, so that it is in reach wherever one comes in; on all pages they are one. */
function mountAlways(document, answers, repaint) {
  const boxes = [...document.querySelectorAll(".nb-always input")];
  const show = () => {
    document.documentElement.toggleAttribute("data-always-show", answers.always);
    for (const box of boxes) box.checked = answers.always;
  };
  const change = () => {
    show();
    repaint();
  };
  for (const box of boxes) {
    box.addEventListener("change", () => {
      answers.always = box.checked;
      change();
    });
  }
  onOtherPages(document.defaultView, () => answers.followAlways() && change());
  show();
}

/** Of several questions some may be answered: the cover's note leads to the next of the others. */
function sayWhatIsLeft(place, open) {
  const note = place.nextElementSibling;
  if (!note?.matches(".nb-cover-note")) return;
  const link = note.querySelector("a");
  link.dataset.ofAll ??= link.textContent;
  link.href = `#question-${open[0]}`;
  const more = open.length > 1 ? `${open.length} more questions` : "one more question";
  link.textContent =
    open.length === slugsOf(place).length ? link.dataset.ofAll : `Covered until you answer ${more}`;
}

const slugsOf = (place) => place.dataset.asks.split(" ").map((name) => name.split(":")[0]);

/** Where the address leads: to an element, or to an explorable's setting, `#slug=…` or `#slug-2=…`. */
function targetOf(document) {
  const name = textOf(document.defaultView.location.hash.slice(1));
  const [, slug, number = 1] = name.match(/^(\w+)(?:-(\d+))?=/) ?? [];
  if (slug) return document.querySelectorAll(`.nb-mount[data-slug="${slug}"]`)[number - 1];
  return name ? document.getElementById(name) : null;
}

/** A part of an address as a text; as it stands where it encodes none, as `100%`. */
function textOf(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a link of another page of the site led here; this page's own are for reading on. */
function isFromElsewhere({ referrer, defaultView: { location } }) {
  if (!referrer) return false;
  const { origin, pathname } = new URL(referrer);
  return origin === location.origin && pathname !== location.pathname;
}

/** The section that an element names, by its id or by an anchor before its heading; not the chapter. */
function sectionNamedBy(target) {
  const section = target?.matches("section, section > span:empty")
    ? target.closest("section")
    : null;
  return section?.parentElement.closest("section") ? section : null;
}

function mountQuestion(place, answers, repaint) {
  const { slug } = place.dataset;
  const spec = JSON.parse(place.dataset.spec);
  const form = place.querySelector("form");
  const fieldset = place.querySelector("fieldset");
  const buttons = [...place.querySelectorAll(".nb-commit button")];
  const status = place.querySelector(".nb-status");
  const tell = (parts) => status.replaceChildren(...parts.map((part) => words(place, part)));
  const control = controls[spec.kind](place, spec, tell);
  /** What was said; whether that is right, by the answer that the page has now. */
  const answer = () => {
    const given = answers.of(slug, spec.hash);
    return given?.said == null ? given : { ...given, right: isRight(spec, given.said) };
  };
  let isLifted = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isOpen() || answers.always) return;
    const said = control.read();
    if (typeof said === "string") return tell([said]);
    settle({ said, sure: sureness(event.submitter), right: isRight(spec, said) });
  });
  // By itself a browser would press the first button, and so say that the answer was a guess.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    const said = control.read();
    if (typeof said === "string") tell([said]);
    else buttons[0].focus();
  });
  form.addEventListener("input", () => tell([])); // what was asked for is being given
  place.querySelector(".nb-show").addEventListener("click", () => {
    pass();
    takeFocus(place.querySelector(".nb-reveal"));
  });

  function isOpen() {
    return !answer() && !isLifted;
  }

  function pass() {
    if (!answer()) settle({ said: null });
  }

  function lift() {
    isLifted = !answer();
    paint();
  }

  function reset() {
    isLifted = false;
    control.clear();
    paint();
  }

  function settle(given) {
    answers.keep(slug, { ...given, hash: spec.hash });
    paint();
    repaint();
  }

  function paint() {
    const given = answer();
    place.dataset.state = stateOf(given, isLifted);
    fieldset.disabled = !isOpen();
    if (given?.said == null) delete place.dataset.right;
    else place.dataset.right = given.right;
    for (const button of buttons) {
      // They are not disabled: the focus stays where it is.
      const isTaken = given && button.getAttribute("value") === String(given.sure);
      button.toggleAttribute("data-taken", Boolean(isTaken));
      if (given) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    if (isOpen()) return tell([]);
    if (given?.said == null) {
      control.show?.();
      return tell([given ? "Shown." : LIFTED]);
    }
    control.write(given.said);
    return tell(verdict(spec, given.said));
  }

  paint();
  return {
    spec,
    answer,
    pass,
    lift,
    isOpen,
    isSettled: () => Boolean(answer()),
    reset,
    verdict: () => verdict(spec, answer().said).map((part) => words(place, part)),
  };
}

/** What a button has shown takes its focus: the button is gone, and the focus would be, too. */
function takeFocus(shown) {
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

function stateOf(given, isLifted) {
  if (given) return given.said == null ? "passed" : "shown";
  return isLifted ? "lifted" : "open";
}

/** How sure a button says that the reader is; where none was pressed, it is a guess. */
const sureness = (button) => Number(button?.getAttribute("value") ?? 1);

/** A part of a sentence as a node: a text, or a copy of the words of a choice. */
function words(place, part) {
  if (typeof part === "string") return place.ownerDocument.createTextNode(part);
  const copy = place.ownerDocument.createElement("q");
  const of = place.querySelector(`[data-number="${part.number}"] .nb-words`);
  copy.append(...[...of.childNodes].map((node) => node.cloneNode(true)));
  return copy;
}

if (typeof document !== "undefined") {
  try {
    mountAll(document, localStorage);
  } catch (error) {
    window.normbookPredict.open(); // nothing stays covered that nobody can uncover
    throw error;
  }
}
