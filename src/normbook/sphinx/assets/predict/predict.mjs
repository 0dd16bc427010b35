// The questions of a page: a reader answers, or has it shown; then what was covered is there.

import { openAnswers } from "./answers.mjs";
import { controls } from "./controls.mjs";
import { mountForeseen } from "./foreseen.mjs";
import { isRight, verdict } from "./judge.mjs";

/** Mounts the questions of a page, and returns them. */
export function mountAll(document, storage) {
  const answers = openAnswers(storage);
  const questions = new Map();
  const uncover = () => {
    for (const place of document.querySelectorAll(".nb-covered[data-asks]")) {
      if (answers.always || slugsOf(place).every((slug) => questions.get(slug)?.isSettled())) {
        place.hidden = false;
      } else place.setAttribute("hidden", "until-found");
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

  /** What a reader finds or follows a link to is shown, and its question passed. */
  const pass = (place) => {
    const covered = place?.closest(".nb-covered[hidden]");
    for (const slug of covered ? slugsOf(covered) : []) questions.get(slug)?.pass();
  };
  document.addEventListener("beforematch", ({ target }) => pass(target));
  const follow = () => pass(targetOf(document));
  document.defaultView.addEventListener("hashchange", follow);
  follow();

  const always = document.querySelector(".nb-always input");
  if (always) {
    always.checked = answers.always;
    always.addEventListener("change", () => {
      answers.always = always.checked;
      document.documentElement.toggleAttribute("data-always-show", always.checked);
      repaint();
    });
  }
  repaint();
  return questions;
}

const slugsOf = (place) => place.dataset.asks.split(" ").map((name) => name.split(":")[0]);

/** Where the address leads: to an element, or to an explorable's setting, `#slug=…`. */
function targetOf(document) {
  const name = decodeURIComponent(document.defaultView.location.hash.slice(1));
  const slug = name.match(/^([\w-]+)=/)?.[1];
  if (slug) return document.querySelector(`.nb-mount[data-slug="${slug}"]`);
  return name ? document.getElementById(name) : null;
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
  const answer = () => answers.of(slug, spec.hash);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (answer()) return;
    const said = control.read();
    if (typeof said === "string") return tell([said]);
    settle({ said, sure: sureness(event.submitter), right: isRight(spec, said) });
  });
  place.querySelector(".nb-show").addEventListener("click", pass);

  function pass() {
    if (!answer()) settle({ said: null });
  }

  function settle(given) {
    answers.keep(slug, { ...given, hash: spec.hash });
    paint();
    repaint();
  }

  function paint() {
    const given = answer();
    place.dataset.state = given ? (given.said == null ? "passed" : "shown") : "open";
    fieldset.disabled = Boolean(given);
    for (const button of buttons) {
      // They are not disabled: the focus stays where it is.
      const isTaken = given && sureness(button) === given.sure;
      button.toggleAttribute("data-taken", Boolean(isTaken));
      if (given) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    if (!given) return tell([]);
    if (given.said == null) {
      control.show?.();
      return tell(["Shown."]);
    }
    control.write(given.said);
    place.dataset.right = isRight(spec, given.said);
    markChoices(place, spec, given.said);
    return tell(verdict(spec, given.said));
  }

  paint();
  return {
    spec,
    answer,
    pass,
    isSettled: () => Boolean(answer()),
    reset: paint,
    verdict: () => verdict(spec, answer().said).map((part) => words(place, part)),
  };
}

/** How sure a button says that the reader is; one that was pressed by the Enter key is a guess. */
const sureness = (button) => Number(button?.getAttribute("value") ?? 1);

/** A part of a sentence as a node: a text, or a copy of the words of a choice. */
function words(place, part) {
  if (typeof part === "string") return place.ownerDocument.createTextNode(part);
  const copy = place.ownerDocument.createElement("q");
  const of = place.querySelector(`[data-number="${part.number}"] .nb-words`);
  copy.append(...[...of.childNodes].map((node) => node.cloneNode(true)));
  return copy;
}

/** Of the choices, which were right, and which were said; of the objections, those to what was said. */
function markChoices(place, { kind, is }, said) {
  if (kind !== "choice") return;
  for (const choice of place.querySelectorAll(".nb-offered")) {
    const number = Number(choice.dataset.number);
    choice.toggleAttribute("data-is", is.includes(number));
    choice.toggleAttribute("data-said", said.includes(number));
  }
  for (const objection of place.querySelectorAll(".nb-objection")) {
    objection.hidden = !said.includes(Number(objection.dataset.number));
  }
}

if (typeof document !== "undefined") mountAll(document, localStorage);
