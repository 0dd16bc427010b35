// A chapter's end: what the reader foresaw, what surprised them, and how sure they were.

import { calibrate, SURE } from "./answers.mjs";

const ENOUGH = 10; // with fewer answers no share of right ones is shown
const NOTHING_YET =
  "How often you are right, by how sure you are, stands here once you have answered.";

/** Mounts the list of a page, if it has one, and returns what paints it. */
export function mountForeseen(document, questions, answers, onForget) {
  const place = document.querySelector(".nb-foreseen");
  if (!place) return () => {};
  const items = [...place.querySelectorAll("li")];
  const forget = place.querySelector("button");
  forget.addEventListener("click", () => {
    answers.forget([...questions.keys()]);
    onForget();
    place.focus(); // the button is gone
  });

  return () => {
    place.dataset.ready = "";
    for (const item of items) {
      const question = questions.get(item.dataset.slug);
      const given = question?.answer();
      item.dataset.outcome = outcomeOf(given);
      item
        .querySelector(".nb-outcome")
        .replaceChildren(
          ...(given?.said == null
            ? [given ? "You had it shown." : "Not answered yet."]
            : [`${given.right ? "Foreseen" : "A surprise"}: `, ...question.verdict()]),
        );
    }
    place.querySelector(".nb-calibration").replaceChildren(...lines(document, answers.all()));
    forget.hidden = ![...questions.values()].some((question) => question.isSettled());
  };
}

function outcomeOf(given) {
  if (!given) return "open";
  if (given.said == null) return "passed";
  return given.right ? "foreseen" : "surprise";
}

/** How sure against how often right, over all pages, which is said first: a dot an answer. */
function lines(document, all) {
  const counts = calibrate(all);
  const scope = document.createElement("span");
  scope.textContent = counts.length ? "Your answers in all chapters:" : NOTHING_YET;
  return [scope, ...counts.map((each) => lineOf(document, each))];
}

function lineOf(document, { sure, right, all: count }) {
  const line = document.createElement("span");
  const share = count >= ENOUGH ? `, ${Math.round((100 * right) / count)} %` : "";
  const dots = document.createElement("span");
  dots.setAttribute("aria-hidden", "true");
  dots.textContent = `${"●".repeat(right)}${"○".repeat(count - right)} `;
  line.append(`${SURE[sure]} `, dots, `${right} of ${count} right${share}`);
  return line;
}
