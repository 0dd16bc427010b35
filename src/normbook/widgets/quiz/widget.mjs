// Questions that answer back: each choice is explained, right or wrong.

import { button, enable } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";

function render({ model, el }) {
  const stop = new AbortController();
  const { signal } = stop;
  const questions = model.get("questions");

  // A form of its own keeps its radio buttons apart from those of another quiz on the page; its
  // method "dialog" means that the Enter key sends it nowhere, with or without scripts.
  const root = add(el, "form", { class: "nb-explorable nb-quiz", method: "dialog" });
  root.setAttribute("aria-label", "Quiz");
  const paints = questions.map((question, q) => addQuestion(root, question, q, choose, signal));
  const foot = add(root, "div", { class: "nb-quiz-foot" });
  const tally = add(foot, "p");
  const again = button(foot, "Start again", () => commit(questions.map(() => -1)), { signal });

  function choose(q, answer) {
    commit(model.get("chosen").with(q, answer));
  }

  function commit(chosen) {
    model.set("chosen", chosen);
    model.save_changes();
  }

  function paint() {
    const chosen = model.get("chosen");
    for (const [q, paintQuestion] of paints.entries()) paintQuestion(chosen[q]);
    const right = questions.filter(({ answers }, q) => answers[chosen[q]]?.correct).length;
    say(tally, `${right} of ${questions.length} right`);
    enable(
      again,
      chosen.some((answer) => answer >= 0),
    );
  }

  model.on("change:chosen", paint);
  paint();

  return () => {
    stop.abort();
    model.off("change:chosen", paint);
    root.remove();
  };
}

/** Adds a question; the function it returns shows the chosen answer, if any, and explains it. */
function addQuestion(root, { ask, answers }, q, choose, signal) {
  const box = add(root, "fieldset");
  const legend = add(box, "legend");
  add(legend, "span", { class: "nb-quiz-number" }, String(q + 1));
  write(legend, ask);
  const rows = answers.map((answer, a) => {
    const row = add(box, "div", { class: "nb-answer" });
    const label = add(row, "label");
    const input = add(label, "input", { type: "radio", name: `question-${q}`, value: a });
    input.addEventListener("change", () => choose(q, a), { signal });
    write(add(label, "span"), answer.text);
    const details = add(row, "details"); // the explanation where no script shows it
    add(details, "summary", {}, "Is it?");
    explain(add(details, "p"), answer);
    return { row, input };
  });
  const verdict = add(box, "p", { class: "nb-verdict", role: "status" });

  let shown = -1;
  return (chosen) => {
    if (chosen === shown) return;
    shown = chosen;
    for (const [a, { row, input }] of rows.entries()) {
      input.checked = a === chosen;
      row.classList.toggle("nb-right", a === chosen && answers[a].correct);
      row.classList.toggle("nb-wrong", a === chosen && !answers[a].correct);
    }
    verdict.replaceChildren();
    verdict.classList.toggle("nb-right", Boolean(answers[chosen]?.correct));
    if (chosen >= 0) explain(verdict, answers[chosen]);
  };
}

function explain(parent, { correct, why }) {
  add(parent, "strong", {}, correct ? "Yes. " : "No. ");
  write(parent, why);
}

/** Writes text whose only markup is `code` and *emphasis*. */
function write(parent, text) {
  const place = add(parent, "span");
  for (const part of text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/)) {
    const tag = { "`": "code", "*": "em" }[part.at(-1)];
    if (tag && part.length > 2 && part[0] === part.at(-1)) add(place, tag, {}, part.slice(1, -1));
    else place.append(part);
  }
}

export default { render };
