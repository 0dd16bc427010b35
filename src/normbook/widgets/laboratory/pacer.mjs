// When what has changed is painted: a part of the picture in each of the browser's frames, so that
// none is long and the hand is answered in between. While a hand presses it goes first: one part is
// painted a second. Who asks for less motion sees a change a second.

const SELDOM_MS = 1000;
const REST_MS = 100; // between two pictures: longer than a slow machine takes to paint one

/**
 * Returns `changed({ rest })`, whose promise settles when all parts were painted, and have rested. A
 * part that throws is reported, and keeps none of the others waiting. `isPressed` is of press.mjs.
 */
export function pacer(parts, { window, signal, isPressed }) {
  const { setTimeout, clearTimeout } = window;
  const { requestAnimationFrame = setTimeout, cancelAnimationFrame = clearTimeout } = window;
  const calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");
  const stale = new Set();
  let painted = null; // the promise, while something is to be painted
  let last = Number.NEGATIVE_INFINITY; // the time at which a part was last painted, in ms

  const isRecent = (time) => window.performance?.now() - time < SELDOM_MS;

  async function paintAll(rest) {
    try {
      await paintStale();
      if (rest) await wait(rest);
    } finally {
      painted = null;
    }
    if (stale.size) painted = paintAll(REST_MS);
  }

  async function paintStale() {
    while (stale.size) {
      await wait(calm?.matches ? SELDOM_MS : 0);
      while (isPressed() && isRecent(last)) await wait(REST_MS);
      last = window.performance?.now();
      const due = calm?.matches ? [...stale] : [...stale].slice(0, 1);
      for (const part of due) {
        stale.delete(part);
        attempt(part);
      }
    }
  }

  /** Waits for a time, or until the browser's next frame; after the unmount it never ends. */
  function wait(time) {
    return new Promise((resolve) => {
      const now = () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      };
      const id = time ? setTimeout(now, time) : requestAnimationFrame(now);
      const cancel = () => (time ? clearTimeout : cancelAnimationFrame)(id);
      signal.addEventListener("abort", cancel);
    });
  }

  return ({ rest = REST_MS } = {}) => {
    if (signal.aborted) return painted;
    for (const part of parts) stale.add(part);
    painted ??= paintAll(rest);
    return painted;
  };
}

function attempt(part) {
  try {
    part();
  } catch (error) {
    console.error(error);
  }
}
