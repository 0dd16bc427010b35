// Mounts an exercise's box: an editor in the place of the stub, and buttons that work.

import { createEditor } from "../code/editor.mjs";
import { clearOutput, finishOutput, speakOutput } from "../code/output.mjs";
import { openSession } from "../code/session.mjs";
import { offerHelp } from "./help.mjs";
import { openWork } from "./kept.mjs";
import { ask, enable as enableIn, offerActions } from "./page.mjs";
import { drawReport, speak } from "./report.mjs";
import { earnedOf, storageOf } from "./store.mjs";
import { offerWhole } from "./whole.mjs";

const SOLVED = "Solved: every check passes. Compare yours with the solution.";
const CHANGED = "You have changed your code meanwhile: this is the report on what was checked.";

/** Mounts one `.nb-solve`. The second argument replaces what a test has no use for. */
export function mount(place, { makeEditor = createEditor, load, agree: askIn = ask } = {}) {
  const { slug, title, runs } = place.dataset;
  const box = place.closest(".nb-exercise");
  const find = (selector) => place.querySelector(selector);
  const stub = find("pre").textContent;
  const storage = storageOf(place.ownerDocument.defaultView);
  const agree = (words, yes) => askIn(find("dialog"), words, yes);
  const enable = (name, can) => enableIn(place, name, can);
  const paintEarned = addEarned(box, Number(place.dataset.worth));

  function say(words) {
    find(".nb-spoken").textContent = words;
  }

  /** Shows a line, which is spoken, too, as it is or in other words. */
  function announce(words, heard = words) {
    find(".nb-message").textContent = words;
    say(heard);
    find('[data-do="undo"]').hidden = true;
  }

  function paint() {
    help.paint();
    paintEarned(work.now());
  }

  const work = openWork(place, { storage, stub, editor: () => editor, onChange: paint });
  const keys = find(".nb-keys");
  keys.id = `keys-${slug}`;
  const editor = makeEditor(find('[class*="highlight-"]'), {
    source: work.now().source,
    attributes: { "aria-label": `${title}: your code`, "aria-describedby": keys.id },
    onChange() {
      find(".nb-result").dataset.stale = "";
      work.keepSoon();
      if (runs === "true") python.prepare();
    },
    onCheck: () => runs === "true" && python.check(),
  });
  const python = openPython(place, { storage, load, editor, work, announce, enable });
  const help = offerHelp(box, { work, agree, say, enable });
  const whole = offerWhole(place, { stub, editor, work, agree, announce });

  const { check, run, stop } = python;
  const actions = {
    ...{ check, run, stop },
    ...whole,
    hint: () => help.hint(python.helping()),
    solution: help.showSolution,
    take: work.take,
    keep: work.keepThis,
  };
  offerActions(place, actions);
  paint();
  place.dataset.mounted = "";
}

/** Adds what was earned to the facts of a box, and returns what paints it. */
function addEarned(box, worth) {
  const earned = box.ownerDocument.createElement("span");
  earned.className = "nb-earned-here";
  box.querySelector(".nb-exercise-facts").append(" ", earned);
  return (work) => {
    const points = earnedOf(work, worth);
    earned.textContent = points === worth ? "✓ solved" : `${points} earned`;
    earned.hidden = work.points === null;
  };
}

/** Has Python check or run what is in the editor, and shows what came of it. */
function openPython(place, { storage, load, editor, work, announce, enable }) {
  const document = place.ownerDocument;
  const { slug, title } = place.dataset;
  const requires = place.dataset.requires.split(" ").filter(Boolean);
  const find = (selector) => place.querySelector(selector);
  const verdict = find(".nb-result");
  const output = find(".nb-output");
  let helping = []; // the numbers of the hints that help with what is wrong
  let unasked = ""; // the words that Python has said while nobody had asked it

  const session = openSession({
    base: new URL(place.dataset.python, document.baseURI).href,
    storage,
    load,
    onBusy: paintBusy,
    onWords(words, isUnasked) {
      const message = find(".nb-message");
      if (isUnasked && message.textContent !== unasked) return; // what was said by another stays
      message.textContent = words;
      unasked = isUnasked ? words : "";
    },
    onShare(share) {
      const bar = find(".nb-loading");
      bar.hidden = share === null;
      bar.value = share ?? 0;
    },
  });

  function paintBusy(busy) {
    for (const name of ["check", "run"]) enable(name, !busy);
    enable("stop", busy);
    if (busy) find(".nb-spoken").textContent = "";
  }

  async function check() {
    const source = editor.source();
    const result = await session.ask("Checking …", (python, options) =>
      python.check(slug, source, { requires, ...options }),
    );
    if (!result) return;
    if (!result.checks) {
      announce(result.message ?? "Stopped.");
      return;
    }
    verdict.replaceChildren(drawReport(document, result, title));
    verdict.hidden = false;
    output.hidden = true;
    helping = result.helping;
    work.earn(result.points);
    const isOfThis = editor.source() === source; // the reader may type while Python comes
    verdict.toggleAttribute("data-stale", !isOfThis);
    if (isOfThis) announce(result.points === result.worth ? SOLVED : "", speak(result));
    else announce(CHANGED, `${CHANGED} ${speak(result)}`);
    verdict.scrollIntoView({ block: "nearest" });
  }

  async function run() {
    const print = clearOutput(output);
    const source = editor.source();
    const result = await session.ask("Running …", (python, options) =>
      python.run(source, { requires, onOutput: print, ...options }),
    );
    if (!result) return;
    finishOutput(output, result);
    const silent = output.hidden ? "It ran, and showed nothing." : "";
    const ending = result.status === "stopped" ? "Stopped." : result.message;
    announce(ending || silent, ending || silent || speakOutput(output));
  }

  paintBusy(false);
  return {
    check,
    run,
    stop: session.stop,
    prepare: () => session.prepare(slug, { requires }),
    helping: () => helping,
  };
}
