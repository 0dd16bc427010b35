// The four steps of LayerNorm on one vector that the reader drags.

import { add, say } from "../_shared/dom.mjs";
import { decode, encode } from "../_shared/link.mjs";
import { format } from "../_shared/numbers.mjs";
import { layerNorm } from "./arithmetic.mjs";
import { addCharts } from "./charts.mjs";
import { addButtons, addSliders } from "./controls.mjs";
import { lesson } from "./lesson.mjs";
import { parse, tidy } from "./state.mjs";

const SLUG = "pipeline";
const TRAITS = ["x", "weight", "bias", "eps"];
const QUIET_MS = 700; // live values are spoken once the hand rests

function render({ model, el }) {
  const window = el.ownerDocument.defaultView;
  const stop = new AbortController();
  const { signal } = stop;
  const received = () => parse(Object.fromEntries(TRAITS.map((name) => [name, model.get(name)])));
  const start = received() ?? parse({ x: [4, 1, 3, 8] });
  let state = start;
  let chosen = start.x.length - 1;
  let timer;

  const root = add(el, "div", { class: "nb-explorable nb-pipeline", role: "group" });
  root.setAttribute("aria-label", "LayerNorm in four steps");
  const paintCharts = addCharts(root, { choose, drag, signal });
  const note = add(root, "p", { class: "nb-note" });
  const paintSliders = addSliders(root, { change, signal });
  const paintButtons = addButtons(root, { change, reset, copyLink, copyPython, signal });
  const message = add(root, "p", { class: "nb-message", role: "status" });
  const spoken = add(root, "p", { class: "nb-spoken", "aria-live": "polite" });

  function paint() {
    const result = layerNorm(state);
    chosen = Math.min(chosen, state.x.length - 1);
    paintCharts(state, result, chosen);
    paintSliders(state, chosen);
    paintButtons(state);
    say(note, lesson(state, result));
    return result;
  }

  /** Several traits change in one go, and are painted once. */
  let waiting = false;
  function onChange() {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (signal.aborted) return;
      state = received() ?? state;
      const { mean, variance, rstd } = paint();
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          say(spoken, `μ ${format(mean, 3)}, σ² ${format(variance, 3)}, rstd ${format(rstd, 3)}`),
        QUIET_MS,
      );
    });
  }

  function commit(next) {
    const valid = parse(next);
    say(message, valid ? "" : "Numbers here stay between −1,000,000 and 1,000,000.");
    if (!valid) return;
    for (const name of TRAITS) model.set(name, valid[name]);
    model.save_changes();
  }

  function change(make) {
    commit(make(state));
  }

  function drag(i, value) {
    commit({ ...state, x: state.x.with(i, tidy(value)) });
  }

  function choose(i) {
    chosen = i;
    paint();
  }

  function reset() {
    chosen = start.x.length - 1;
    commit(start);
  }

  async function copy(text, done, otherwise) {
    try {
      await window.navigator.clipboard.writeText(text);
      say(message, done);
    } catch {
      say(message, otherwise);
    }
  }

  function copyLink() {
    window.history.replaceState(null, "", encode(SLUG, state));
    copy(window.location.href, "Link copied.", "The link is in the address bar.");
  }

  function copyPython() {
    const code = asPython(state);
    copy(code, "Copied: paste it into a cell.", code);
  }

  function followLink() {
    const hash = window?.location?.hash;
    if (!hash?.startsWith(`#${SLUG}=`)) return;
    const linked = parse(decode(SLUG, hash));
    if (linked) commit(linked);
    else say(message, "This link holds no state that can be shown; here is the start.");
  }

  for (const name of TRAITS) model.on(`change:${name}`, onChange);
  window?.addEventListener?.("hashchange", followLink, { signal });
  paint();
  followLink();

  return () => {
    stop.abort();
    clearTimeout(timer);
    for (const name of TRAITS) model.off(`change:${name}`, onChange);
    root.remove();
  };
}

function asPython({ x, weight, bias, eps }) {
  const list = (values) => `[${values.join(", ")}]`;
  const scale = weight.every((value) => value === 1) ? "" : `, weight=${list(weight)}`;
  const shift = bias.every((value) => value === 0) ? "" : `, bias=${list(bias)}`;
  return `Pipeline(x=${list(x)}${scale}${shift}, eps=${eps})`;
}

export default { render };
