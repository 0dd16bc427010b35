// Mounts an exercise's box: an editor in the place of the stub, and buttons that work.

import { createEditor } from "../code/editor.mjs";
import { clearOutput, finishOutput, speakOutput } from "../code/output.mjs";
import { openSession } from "../code/session.mjs";
import { ask, onFile, saveFile } from "./page.mjs";
import { drawReport, speak } from "./report.mjs";
import { keyOf, openStore, parseWork, storageOf, withBest } from "./store.mjs";

const QUIET_MS = 400; // work is kept when nothing was typed for so long

/** Mounts one `.nb-solve`. The second argument replaces what a test has no use for. */
export function mount(place, { makeEditor = createEditor, load, agree = ask } = {}) {
  const document = place.ownerDocument;
  const window = document.defaultView;
  const { slug, title, runs } = place.dataset;
  const worth = Number(place.dataset.worth);
  const requires = place.dataset.requires.split(" ").filter(Boolean);
  const box = place.closest(".nb-exercise");
  const find = (selector) => place.querySelector(selector);
  const hints = [...box.querySelectorAll(".nb-hint")];
  const solution = box.querySelector(".nb-solution");
  const message = find(".nb-message");
  const spoken = find(".nb-spoken");
  const verdict = find(".nb-result");
  const output = find(".nb-output");
  const earned = document.createElement("span");
  earned.className = "nb-earned-here";
  box.querySelector(".nb-exercise-facts").append(" ", earned);

  const storage = storageOf(window);
  const store = openStore(storage, slug);
  const stub = find("pre").textContent;
  let work = store.read() ?? { source: stub, points: null, worth, hints: 0, time: 0 };
  let failing = new Set(); // the names of failed checks, and of the mistakes that were found
  let timer;

  const keys = find(".nb-keys");
  keys.id = `keys-${slug}`;
  const editor = makeEditor(find('[class*="highlight-"]'), {
    source: work.source,
    attributes: { "aria-label": `${title}: your code`, "aria-describedby": keys.id },
    onChange: edited,
    onCheck: () => runs === "true" && check(),
  });

  const session = openSession({
    base: new URL(place.dataset.python, document.baseURI).href,
    storage,
    load,
    onBusy: paintBusy,
    onWords: tell,
    onShare(share) {
      const bar = find(".nb-loading");
      bar.hidden = share === null;
      bar.value = share ?? 0;
    },
  });

  /** Shows a line; what matters to those who do not see it is spoken, too. */
  function tell(words) {
    message.textContent = words;
    find('[data-do="undo"]').hidden = true;
  }

  function announce(words, heard = words) {
    tell(words);
    spoken.textContent = heard;
  }

  // ---- work is kept

  function edited() {
    verdict.dataset.stale = "";
    keepSoon();
    if (runs === "true") session.prepare(slug, { requires });
  }

  function keepSoon() {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  }

  function keep() {
    clearTimeout(timer);
    timer = undefined;
    work = { ...work, source: editor.source(), worth, time: Date.now() };
    const outcome = store.write(work);
    find(".nb-unkept").hidden = outcome !== "denied";
    if (outcome === "newer") offer();
    else find(".nb-offer").hidden = true;
    paintEarned();
  }

  /** Another tab has written meanwhile: the reader chooses. */
  function offer() {
    const group = find(".nb-offer");
    if (!group.hidden) return;
    group.hidden = false;
    spoken.textContent = group.querySelector("span").textContent;
  }

  function settle() {
    find(".nb-offer").hidden = true;
    find('[data-do="check"]').focus();
    return store.read();
  }

  function onOther({ key, newValue }) {
    const other = key === keyOf(slug) && parseWork(newValue);
    if (!other) return;
    if (other.source === editor.source()) store.read();
    else offer();
    work = withBest(work, other);
    paintHints();
    paintEarned();
  }

  // ---- Python

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
    delete verdict.dataset.stale;
    output.hidden = true;
    failing = new Set([
      ...result.checks.filter(({ status }) => status !== "pass").map(({ name }) => name),
      ...result.findings.map(({ bug }) => bug),
    ]);
    work = withBest({ ...work, points: result.points }, work);
    keep();
    const solved =
      result.points === worth && "Solved: every check passes. Compare yours with the solution.";
    announce(solved || "", speak(result));
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

  // ---- help, and the file

  function hint() {
    const left = hints.filter((_, i) => !isTaken(i));
    const helps = ({ dataset }) =>
      (dataset.helps ?? "").split(" ").some((name) => failing.has(name));
    const next = left.find(helps) ?? left[0];
    if (!next) return;
    work = { ...work, hints: work.hints | (1 << hints.indexOf(next)) };
    keep();
    paintHints();
    next.open = true;
    announce("", next.textContent);
    next.scrollIntoView({ block: "nearest" });
  }

  async function showSolution() {
    const words = "You have not checked an attempt yet. See the solution all the same?";
    if (work.points === null && solution.hidden && !(await agree(find("dialog"), words, "Show it")))
      return;
    solution.hidden = false;
    solution.open = true;
    solution.querySelector("summary").focus();
  }

  function replace(source, words) {
    editor.replace(source);
    keep();
    announce(words);
    find('[data-do="undo"]').hidden = false;
  }

  async function reset() {
    const words = "Begin again? The stub takes the place of your code. You can undo that.";
    if (await agree(find("dialog"), words, "Begin again")) replace(stub, "The stub is back.");
  }

  function undo() {
    editor.undo();
    editor.focus();
    tell("");
  }

  const actions = {
    check,
    run,
    hint,
    reset,
    undo,
    solution: showSolution,
    stop: session.stop,
    download: () => saveFile(window, `${slug}.py`, editor.source(), "text/x-python"),
    upload: () => find('input[type="file"]').click(),
    take: () => {
      work = withBest(settle() ?? work, work);
      editor.replace(work.source);
      paintHints();
      keep();
    },
    keep: () => {
      settle();
      keep();
    },
  };

  function isTaken(number) {
    return Boolean((work.hints >> number) & 1);
  }

  // ---- what shows

  function paintBusy(busy) {
    for (const name of ["check", "run"]) enable(name, !busy);
    enable("stop", busy);
    if (busy) spoken.textContent = "";
  }

  /** A button that cannot act now keeps the focus that it may have. */
  function enable(name, can) {
    find(`[data-do="${name}"]`).setAttribute("aria-disabled", String(!can));
  }

  function paintHints() {
    for (const [i, hint] of hints.entries()) hint.classList.toggle("nb-taken", isTaken(i));
    enable("hint", !hints.every((_, i) => isTaken(i)));
  }

  function paintEarned() {
    const { points } = work;
    earned.textContent = points === worth ? "✓ solved" : `${points} earned`;
    earned.hidden = points === null;
  }

  place.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-do]");
    if (button && button.getAttribute("aria-disabled") !== "true") actions[button.dataset.do]();
  });
  onFile(find('input[type="file"]'), (text, name) => {
    if (text) replace(text, `${name} is in the editor.`);
    else announce(`${name} is empty, or too large for an attempt.`);
  });
  window.addEventListener("storage", onOther);
  window.addEventListener("pagehide", () => timer && keep());
  document.addEventListener("visibilitychange", () => timer && document.hidden && keep());

  for (const button of place.querySelectorAll("button[disabled]")) button.disabled = false;
  find(".nb-unkept").hidden = storage !== null;
  paintBusy(false);
  paintHints();
  paintEarned();
  place.dataset.mounted = "";
}
