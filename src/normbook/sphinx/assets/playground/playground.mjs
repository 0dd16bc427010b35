// A playground at work: Python draws its chart in the page, for the last values that were set.
// Nothing of Python is loaded before a control moves.

import { add, say } from "../../../widgets/_shared/dom.mjs";
import { openSession } from "../code/session.mjs";
import { storageOf } from "../exercise/store.mjs";
import { drawChart } from "./chart.mjs";
import { addControls } from "./panel.mjs";

const QUIET_MS = 700; // a picture is spoken when no control has moved for so long
const PATIENCE_MS = 500; // a drawing that takes longer is announced in words
const STAYS = "Below is the last picture.";

/** Brings a `.nb-playground` to life, whose picture and controls the build has drawn. */
export function mount(place, { load } = {}) {
  const document = place.ownerDocument;
  const { slug, title, controls } = JSON.parse(place.querySelector("script").textContent);
  const starts = controls.map(({ start }) => start);
  const root = place.querySelector(".nb-explorable");
  const picture = root.querySelector(".nb-playground-picture");
  const first = [...picture.childNodes];
  const row = root.querySelector(".nb-buttons");
  const message = add(row, "span", { class: "nb-playground-message" });
  const loading = add(row, "progress", { max: 1, "aria-label": "Loading Python", hidden: "" });
  const trouble = add(root, "p", { class: "nb-playground-trouble", role: "alert" });
  row.after(trouble);
  const spoken = add(root, "p", { class: "nb-spoken", "aria-live": "polite" });

  const session = openSession({
    base: new URL(place.dataset.python, document.baseURI).href,
    storage: storageOf(document.defaultView),
    load,
    onBusy() {},
    onWords: (words) => say(message, words),
    onShare(share) {
      loading.hidden = share === null;
      loading.value = share ?? 0;
    },
  });

  let wanted = starts;
  let drawn = starts; // the places that were drawn last, or could not be drawn
  let shown = starts;
  let drawing = false;
  let started = false; // whether Python has drawn once
  let speaking;

  const { signal } = new AbortController();
  const panel = addControls(root, controls, { change, signal });
  root.querySelector(".nb-playground-controls").replaceWith(panel.list);
  panel.update(starts);
  row.querySelector("button").addEventListener("click", () => go(starts));
  place.dataset.mounted = "";

  function change(i, at) {
    go(wanted.with(i, at));
  }

  function go(places) {
    wanted = places;
    panel.update(wanted);
    paintBehind();
    if (!drawing) draw();
  }

  /** Draws until what is drawn is what is wanted: values that are over meanwhile are left out. */
  async function draw() {
    drawing = true;
    const waiting = setTimeout(() => message.textContent || say(message, "Drawing …"), PATIENCE_MS);
    try {
      while (String(wanted) !== String(drawn)) {
        drawn = wanted;
        if (String(drawn) === String(starts)) show(drawn, first, title);
        else await compute(drawn);
      }
    } finally {
      drawing = false;
      clearTimeout(waiting);
      say(message, "");
    }
  }

  async function compute(places) {
    let output = "";
    const result = await session.ask(started ? "" : "Starting Python …", (python, options) =>
      python.run(program(places), {
        requires: ["numpy"],
        onOutput: (text) => {
          output += text;
        },
        ...options,
        onStart() {
          options.onStart();
          onStart();
        },
      }),
    );
    if (result.status !== "done" || result.error) {
      say(trouble, `${reasonOf(result)} ${STAYS}`);
      return;
    }
    try {
      const { chart, words } = JSON.parse(output);
      const set = controls.map(({ label, words: all }, i) => `${label} ${all[places[i]]}`);
      const told = `${title}, with ${set.join(", ")}. ${words}`;
      const box = document.createElement("div");
      drawChart(box, chart, told);
      show(places, box.childNodes, told);
    } catch (error) {
      say(trouble, `These values cannot be drawn: Python's answer is no picture. ${STAYS}`);
      console.error(error);
    }
  }

  /** Python is here, for this playground and for all of the page. */
  function onStart() {
    if (started) return;
    started = true;
    say(message, "Drawing …");
    for (const words of document.querySelectorAll(".nb-playground-once")) words.hidden = true;
  }

  /** A picture of other values than the controls' is dimmed. */
  function paintBehind() {
    picture.toggleAttribute("data-behind", String(wanted) !== String(shown));
  }

  function show(places, parts, told) {
    picture.replaceChildren(...parts);
    shown = places;
    paintBehind();
    say(trouble, "");
    clearTimeout(speaking);
    speaking = setTimeout(() => say(spoken, told), QUIET_MS);
  }

  function program(places) {
    const call = `page.show(${JSON.stringify(slug)}, ${JSON.stringify(places)})`;
    return `from normbook.playgrounds.panel import page\n${call}\n`;
  }
}

/** Why there is no picture, in words for a reader. */
function reasonOf({ status, cause, error }) {
  if (status === "done") return `These values cannot be drawn: ${error.split("\n").at(-1)}.`;
  if (status === "unavailable") return cause;
  return "Python ended before it had drawn these values. Move a control to begin again.";
}
