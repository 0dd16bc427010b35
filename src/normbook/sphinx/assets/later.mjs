// Lays out what is far away, which site.css leaves out at first: bit by bit once the reader moves, and
// all at once before a jump, for which the browser has to know how high everything is.

const FAR = ".bd-article > section section, .nb-exercise, .bd-article dl.py";
const MOVES = ["pointerdown", "pointermove", "wheel", "touchstart", "keydown", "scroll", "focusin"];

/** Waits for the reader to move. */
export function layOutLater(window) {
  const { document } = window;
  const { dataset } = document.documentElement;
  if ("whole" in dataset) return; // by theme-script.html: the reader came to a place in the page
  const far = [...document.querySelectorAll(FAR)];
  const whenIdle = window.requestIdleCallback ?? ((task) => window.setTimeout(task, 50));
  const moved = new AbortController();

  function layOutAll() {
    dataset.whole = "";
  }

  function layOutNext() {
    const next = far.shift();
    if (!next || "whole" in dataset) return layOutAll();
    next.style.contentVisibility = "visible";
    whenIdle(layOutNext);
  }

  function begin() {
    moved.abort();
    whenIdle(layOutNext);
  }

  for (const type of MOVES) {
    window.addEventListener(type, begin, { signal: moved.signal, passive: true });
  }
  const jump = ({ target }) => {
    if (target.closest?.('a[href*="#"]')) layOutAll();
  };
  document.addEventListener("click", jump, { capture: true });
  window.addEventListener("popstate", layOutAll);
}

/**
 * Leads to the place that the page's address names, where the browser has not: Chromium forgets it when
 * the text is there before a font that is preloaded. Who comes back, or has scrolled, stays where they are.
 */
export function leadToPlace({ document, performance, scrollY }) {
  const [{ type }] = performance.getEntriesByType("navigation");
  if (type === "navigate" && !scrollY) document.querySelector(":target")?.scrollIntoView();
}
