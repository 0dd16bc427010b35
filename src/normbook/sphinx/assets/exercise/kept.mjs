// The work on one exercise while its box is open: kept when the reader pauses, leaves, or does anything
// else but type, and watched for what other tabs write.

import { onOtherPages } from "./page.mjs";
import { keyOf, LONGEST, openStore, parseWork, withBest } from "./store.mjs";

const QUIET_MS = 400; // work is kept when nothing was typed for so long
const UNKEPT = {
  denied: "This browser keeps nothing here. Download your work before you leave.",
  long: `Code of more than ${LONGEST.toLocaleString("en")} characters is not kept. Make it shorter, or download it before you leave.`,
};

/**
 * Opens the work on the exercise of a `.nb-solve`.
 *   stub      the source of who has not begun
 *   editor    gives the editor, which is made with this work's source
 *   onChange  called when points or hints are others
 */
export function openWork(place, { storage, stub, editor, onChange }) {
  const document = place.ownerDocument;
  const window = document.defaultView;
  const { slug } = place.dataset;
  const worth = Number(place.dataset.worth);
  const find = (selector) => place.querySelector(selector);
  const note = find(".nb-unkept");
  const group = find(".nb-offer");
  const spoken = find(".nb-spoken");
  const store = openStore(storage, slug);
  let work = store.read() ?? { source: stub, points: null, worth, hints: 0, time: 0 };
  let timer;

  function keepSoon() {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  }

  /** Keeps what the editor has by now, with the most that was earned. */
  function keep() {
    clearTimeout(timer);
    timer = undefined;
    work = { ...work, source: editor().source(), worth, time: Date.now() };
    const outcome = store.write(work);
    if (outcome === "long" && note.hidden) spoken.textContent = UNKEPT.long;
    paintNote(outcome);
    if (outcome === "newer") offer();
    else group.hidden = true;
    onChange();
  }

  /** Says why nothing is kept, unless it is. */
  function paintNote(outcome) {
    note.textContent = UNKEPT[outcome] ?? "";
    note.hidden = !(outcome in UNKEPT);
  }

  /** Another tab has written meanwhile: the reader chooses. */
  function offer() {
    if (!group.hidden) return;
    group.hidden = false;
    spoken.textContent = group.querySelector("span").textContent;
  }

  /** Ends an offer, and returns what the other tab wrote: once it was read, it may be overwritten. */
  function settle() {
    group.hidden = true;
    find(`[data-do="${place.dataset.runs === "false" ? "hint" : "check"}"]`).focus();
    return store.read();
  }

  function onOther({ key, newValue }) {
    const other = key === keyOf(slug) && parseWork(newValue);
    if (!other) return;
    if (other.source === editor().source()) store.read();
    else offer();
    work = withBest(work, other);
    onChange();
  }

  /** All work was cleared in the list: what is in the editor stays, and nothing is earned by it. */
  function forget() {
    if (!store.isCleared()) return;
    store.read();
    work = { ...work, points: null, hints: 0 };
    onChange();
  }

  window.addEventListener("storage", onOther);
  onOtherPages(window, forget);
  window.addEventListener("pagehide", () => timer && keep());
  document.addEventListener("visibilitychange", () => timer && document.hidden && keep());
  if (!storage) paintNote("denied");

  return {
    /** The record as it is: see store.mjs. */
    now: () => work,
    keep,
    keepSoon,
    /** Points never become fewer: they are those of the best attempt that was checked, and not of
     *  the source that is kept beside them, which is the last. */
    earn(points) {
      work = withBest({ ...work, points }, work);
      keep();
    },
    takeHint(number) {
      work = { ...work, hints: work.hints | (1 << number) };
      keep();
    },
    /** Takes what another tab wrote. What was earned here since the offer is in neither record of the
     *  storage, so it is added first; and as `keep` keeps the editor's source, theirs is put there
     *  before. */
    take() {
      work = withBest(settle() ?? work, work);
      editor().replace(work.source);
      keep();
    },
    /** Keeps what is here instead. */
    keepThis() {
      settle();
      keep();
    },
  };
}
