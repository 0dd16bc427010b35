// A reader's own norm at work: it trains a network in the page's Python, beside the book's norm.
// What was written in the exercises' boxes is read from the browser's storage, and never changed.

import { add, say } from "../../../widgets/_shared/dom.mjs";
import { format } from "../../../widgets/_shared/numbers.mjs";
import { plot } from "../../../widgets/_shared/plot.mjs";
import { openSession } from "../code/session.mjs";
import { readWork, storageOf } from "../exercise/store.mjs";

const OWN = "own"; // the choice of the reader's own norm; all others are mistakes
const GUESS = Math.log(10);
const BOOK = { name: "book", words: "The book’s", tone: "centred" };
// The reader's curve is dashed: a right norm's lies on the book's, and both are to be seen.
const YOURS = { name: "yours", words: "Yours", tone: "y", kind: "dashed" };
const MISTAKE = { ...YOURS, name: "what if", words: "What if" };
const LAST = 20; // so many steps' mean loss is drawn and told, since single batches differ much

/** Opens the bench by its `.nb-own`, and trains: what the reader has, or else a mistake. */
export function open(place, { load } = {}) {
  const document = place.ownerDocument;
  const storage = storageOf(document.defaultView);
  const { exercises, mistakes, steps } = JSON.parse(place.querySelector("script").textContent);
  const requires = ["numpy", ...exercises.map(({ slug }) => `exercises/${slug}`)]; // for mistakes
  const first = place.querySelector("button");
  const runners = { book: BOOK, own: YOURS };
  let runs = {}; // the losses of each norm, by its name
  let busy = false;

  const root = add(place, "div", { class: "nb-explorable nb-own-bench" });
  const label = add(root, "label", { class: "nb-select" });
  add(label, "span", {}, "Beside the book’s");
  const select = add(label, "select");
  fillSelect();
  const what = add(root, "p", { class: "nb-own-what" });
  const row = add(root, "div", { class: "nb-buttons", role: "group", "aria-label": "Train" });
  const train = add(row, "button", { type: "button" }, "Train");
  const stop = add(row, "button", { type: "button" }, "Stop");
  const message = add(row, "span", { class: "nb-own-message" });
  const loading = add(root, "progress", { max: 1, "aria-label": "Loading Python", hidden: "" });
  const chart = plot(root, {
    title: `Training loss, mean of the last ${LAST} steps`,
    x: { label: "step" },
    y: { label: "", log: true },
    height: 200,
    names: 52,
  });
  const list = add(root, "ul", { class: "nb-own-ends" });
  const lines = Object.fromEntries(Object.keys(runners).map((name) => [name, add(list, "li")]));
  const spoken = add(root, "p", { class: "nb-spoken", "aria-live": "polite" });

  const session = openSession({
    base: new URL(place.dataset.python, document.baseURI).href,
    storage,
    load,
    onBusy: paintBusy,
    onWords: (words) => say(message, words),
    onShare(share) {
      loading.hidden = share === null;
      loading.value = share ?? 0;
    },
  });

  select.addEventListener("change", turnTo);
  train.addEventListener("click", run);
  stop.addEventListener("click", session.stop);
  const written = () => exercises.filter(({ slug }) => readWork(storage, slug));
  if (!written().length) choose(mistakes[0]);
  paintWhat();
  paintBusy(false);
  paint();
  first.hidden = true;
  train.focus();
  run();

  // ---- what is trained

  function fillSelect() {
    add(select, "option", { value: OWN }, "your own code");
    for (const { slug } of exercises) {
      const group = add(select, "optgroup", { label: `What if, in ${slug} …` });
      for (const mistake of mistakes.filter((each) => each.slug === slug))
        add(group, "option", { value: keyOf(mistake) }, `… ${mistake.name}`);
    }
  }

  function choose(mistake) {
    for (const option of select.querySelectorAll("option"))
      option.selected = option.value === keyOf(mistake);
  }

  function chosen() {
    return mistakes.find((mistake) => keyOf(mistake) === select.value);
  }

  /** Has another norm beside the book's: of the one before nothing stays under its name. */
  function turnTo() {
    paintWhat();
    announce("");
    forget();
  }

  function forget() {
    runs = "book" in runs ? { book: runs.book } : {};
    paint();
  }

  /** Says whose code it will be, and where the rest of it is to be written. */
  function paintWhat() {
    const mistake = chosen();
    const there = written();
    what.innerHTML = mistake ? `The grader would say: ${mistake.why} ` : "";
    if (mistake && there.length) return;
    const missing = exercises.filter((exercise) => !there.includes(exercise));
    if (there.length) what.append(`Your ${there.map(({ slug }) => slug).join(" and ")}. `);
    if (!missing.length) return;
    what.append(
      there.length ? "The rest is the book’s, until you solve " : "To train yours, solve ",
    );
    for (const [i, { title, address }] of missing.entries()) {
      if (i) what.append(" or ");
      add(what, "a", { href: address }, title);
    }
    what.append(there.length ? "." : " first: this browser keeps nothing of yours yet.");
  }

  /** The Python that races it against the book's; a text in JSON is one in Python. */
  function program() {
    const mistake = chosen();
    const sources = mistake
      ? `own_norm.mistake(${JSON.stringify(mistake.slug)}, ${JSON.stringify(mistake.bug)})`
      : JSON.stringify(
          Object.fromEntries(written().map(({ slug }) => [slug, readWork(storage, slug).source])),
        );
    return `from normbook.capstones import own_norm\nown_norm.show(${sources})\n`;
  }

  async function run() {
    if (busy) return;
    paintWhat();
    if (!chosen() && !written().length) {
      announce("", what.textContent);
      return;
    }
    forget();
    runners.own = chosen() ? MISTAKE : YOURS;
    const laps = {};
    let rest = ""; // the beginning of a line whose end has not come yet
    const onOutput = (text) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop();
      for (const lap of parts.map(parseLap).filter(Boolean)) take(laps, lap);
      runs = laps;
      paint();
    };
    const result = await session.ask("Training …", (python, options) =>
      python.run(program(), { requires, onOutput, ...options }),
    );
    const words = result.status === "stopped" ? "Stopped." : result.message || result.error || "";
    announce(words, `${words} ${Object.keys(runs).map(endInWords).join(" ")}`.trim());
  }

  // ---- what shows

  function paint() {
    const names = Object.keys(runs);
    const curves = names.map((name) => {
      const { points } = runs[name];
      return { ...runners[name], points, name: points.length ? runners[name].name : "" };
    });
    const told = names.map(endInWords).join(" ");
    chart.update({
      x: [0, steps],
      y: [0.01, 10],
      label: `Training loss by step, on a logarithmic axis. ${told || "Nothing trained yet."}`,
      curves,
      dots: names.flatMap((name) => {
        const at = runs[name].ended && runs[name].points.at(-1);
        return at ? [{ at, tone: runners[name].tone }] : [];
      }),
      rules: [{ y: GUESS, name: "log 10: a guess" }],
    });
    for (const name of Object.keys(runners)) {
      say(lines[name], runs[name] ? endInWords(name) : "");
      lines[name].hidden = !runs[name];
    }
  }

  function endInWords(name) {
    const { points, step, seconds, ended } = runs[name];
    const { words } = runners[name];
    if (!step) return `${words}: ${ended}.`;
    const [, loss] = points.at(-1);
    const rate = seconds > 0 ? `, ${Math.round(step / seconds)} steps a second` : "";
    const after = `${words}: loss ${format(loss, 2)} after ${step} steps${rate}.`;
    return ended ? `${after} It ended there: ${ended}.` : after;
  }

  function announce(words, heard = words) {
    say(message, words);
    say(spoken, heard);
  }

  /** A button that cannot act now keeps the focus that it may have. */
  function paintBusy(isBusy) {
    busy = isBusy;
    train.setAttribute("aria-disabled", String(busy));
    if (!busy && document.activeElement === stop) train.focus();
    stop.hidden = !busy;
    select.toggleAttribute("disabled", busy);
    if (busy) say(spoken, "");
  }
}

const keyOf = ({ slug, bug }) => `${slug}/${bug}`;

/** A line that `own_norm.show` wrote; an attempt may write others. */
function parseLap(line) {
  try {
    const lap = JSON.parse(line);
    return ["book", "own"].includes(lap.name) && Array.isArray(lap.losses) ? lap : null;
  } catch {
    return null;
  }
}

/** Adds a turn to a run, and with it a point: the mean of the last losses. */
function take(runs, { name, losses, seconds, ended }) {
  runs[name] ??= { points: [], last: [], step: 0 };
  const run = runs[name];
  const step = run.step + losses.length;
  const last = [...run.last, ...losses].slice(-LAST);
  if (losses.length) {
    const sum = last.reduce((total, loss) => total + loss, 0);
    run.points = [...run.points, [step, sum / last.length]];
  }
  Object.assign(run, { step, last, seconds, ended });
}
