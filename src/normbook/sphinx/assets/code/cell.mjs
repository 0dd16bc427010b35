// A cell of a chapter that runs in the page: its code becomes an editor, and its fresh output stands
// in the place of the book's, until it is restored. Nothing of it is kept: a reload restores it, too.

import { storageOf } from "../exercise/store.mjs";
import { createEditor } from "./editor.mjs";
import { clearOutput, finishOutput, speakOutput } from "./output.mjs";
import { openSession } from "./session.mjs";

const KEYS = "Tab indents. Escape, then Tab, leaves the code. Ctrl+Enter runs it.";
const YOURS = "run in your browser";
const EDITED = "edited since it ran";
const LONGEST = 32; // characters that are shown of the line by which a cell is named

const editors = new WeakMap(); // from the `.nb-run` of each open cell to its editor
let opened = 0;

/** Opens a cell by its `.nb-run`, and runs it. The last two replace what a test has no use for. */
export function open(place, { onClose, makeEditor = createEditor, load } = {}) {
  const document = place.ownerDocument;
  const code = place.parentElement.querySelector(".cell_input > div");
  const recorded = next(place, "cell_output");
  const button = place.querySelector("button");
  const label = button.getAttribute("aria-label").replace(/^[^:]*: /, "");
  let fresh; // the output of the last run that had one
  let busy = false;
  let closed = false;

  const add = (parent, tag, properties = {}) => {
    const made = Object.assign(document.createElement(tag), properties);
    parent.append(made);
    return made;
  };
  const addButton = (words, act) => {
    const made = add(place, "button", { type: "button", textContent: words });
    made.setAttribute("aria-label", `${words}: ${label}`);
    made.addEventListener("click", act);
    return made;
  };

  opened += 1;
  const message = document.createElement("span");
  message.className = "nb-message";
  place.prepend(message);
  rename("run again");
  button.addEventListener("click", run);
  const stop = addButton("stop", () => session.stop());
  const restore = addButton("restore", close);
  const loading = add(place, "progress", { max: 1 });
  loading.setAttribute("aria-label", "Loading Python");
  const keys = add(place, "p", {
    className: "nb-keys",
    id: `cell-keys-${opened}`,
    textContent: KEYS,
  });
  const spoken = add(place, "p", { className: "nb-spoken" });
  spoken.setAttribute("aria-live", "polite");
  const additions = [message, stop, restore, loading, keys, spoken];

  const editor = makeEditor(code, {
    source: code.querySelector("pre").textContent,
    attributes: { "aria-label": `Code of the cell: ${label}`, "aria-describedby": keys.id },
    onChange: () => !busy && tell(fresh ? EDITED : ""),
    onCheck: run,
  });
  editors.set(place, editor);

  const session = openSession({
    base: new URL(place.dataset.python, document.baseURI).href,
    storage: storageOf(document.defaultView),
    load,
    onBusy: paintBusy,
    onWords: tell,
    onShare(share) {
      loading.hidden = share === null;
      loading.value = share ?? 0;
    },
  });
  loading.hidden = true;
  paintBusy(false);
  place.dataset.open = "";
  run();

  async function run() {
    const output = document.createElement("div");
    output.className = "cell_output nb-fresh";
    output.setAttribute("role", "group");
    output.setAttribute("aria-label", `Output, ${YOURS}`);
    const print = clearOutput(output);
    const pieces = above(place);
    const before = pieces.map(({ text }) => text).join("\n");
    const source = editor.source();
    const requires = /\b(?:numpy|normbook)\b/.test(before + source) ? ["numpy"] : [];
    const onOutput = (text) => {
      print(text);
      show(output);
    };
    const result = await session.ask("Running …", (python, options) =>
      python.run(source, { before, requires, onOutput, ...options }),
    );
    if (!result || closed) return;
    const { status, message: why } = result;
    if (status === "unavailable" || (status === "stopped" && fresh !== output)) {
      announce(status === "stopped" ? "Stopped." : why);
      return;
    }
    finishOutput(output, { ...result, error: locate(result.error ?? "", pieces) });
    show(output);
    const silent = output.hidden ? "It ran, and showed nothing." : "";
    const ending = status === "stopped" ? "Stopped." : why;
    announce(ending || silent || YOURS, ending || silent || speakOutput(output));
    if (editor.source() !== source) tell(EDITED);
  }

  /** Puts an output in the place of the book's, or of the one before. */
  function show(output) {
    if (closed || fresh === output) return;
    fresh?.remove();
    fresh = output;
    if (recorded) recorded.dataset.replaced = "";
    place.after(output);
  }

  function close() {
    closed = true;
    session.stop();
    editor.close();
    editors.delete(place);
    fresh?.remove();
    if (recorded) delete recorded.dataset.replaced;
    for (const part of additions) part.remove();
    button.removeEventListener("click", run);
    button.removeAttribute("aria-disabled");
    rename("run here");
    delete place.dataset.open;
    onClose?.();
    button.focus();
  }

  function rename(words) {
    button.textContent = words;
    button.setAttribute("aria-label", `${words}: ${label}`);
  }

  function tell(words) {
    message.textContent = words;
  }

  function announce(words, heard = words) {
    tell(words);
    spoken.textContent = heard;
  }

  /** The button that had the focus has it still: one that cannot act is not taken away. */
  function paintBusy(isBusy) {
    busy = isBusy;
    if (closed) return;
    button.setAttribute("aria-disabled", String(busy));
    if (!busy && document.activeElement === stop) button.focus();
    stop.hidden = !busy;
    if (busy) spoken.textContent = "";
  }
}

function next(place, name) {
  const { nextElementSibling: sibling } = place;
  return sibling?.classList.contains(name) ? sibling : null;
}

/** What runs before a cell: all above it that runs in the page, as it stands there now. */
function above(place) {
  const pieces = [];
  for (const one of place.ownerDocument.querySelectorAll(".nb-run")) {
    if (one.dataset.lead) pieces.push({ text: one.dataset.lead });
    if (one === place) break;
    const source = editors.get(one)?.source() ?? one.parentElement.querySelector("pre").textContent;
    const text = source.trimEnd();
    pieces.push({ text, name: text.trimStart().split("\n")[0] });
  }
  return pieces;
}

/** An error's lines, each of those above with the cell that it is in. */
export function locate(error, pieces) {
  return error.replace(/^above, line (\d+)/gm, (words, number) => {
    let line = Number(number);
    for (const { text, name } of pieces) {
      const lines = text.split("\n").length;
      if (line <= lines)
        return name ? `above, in the cell “${shorten(name)}”, line ${line}` : words;
      line -= lines;
    }
    return words;
  });
}

const shorten = (text) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);
