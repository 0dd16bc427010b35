// When what has changed is painted: once a frame, and once a second for those who ask for less motion.

const CALM_MS = 1000;

/** Returns `changed()`, whose promise settles when it was painted. */
export function pacer(paint, { window, signal }) {
  const { setTimeout, clearTimeout } = window;
  const { requestAnimationFrame = setTimeout, cancelAnimationFrame = clearTimeout } = window;
  const calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");
  let next = null;

  function soon() {
    return new Promise((resolve) => {
      const now = () => {
        signal.removeEventListener("abort", cancel);
        next = null;
        paint();
        resolve();
      };
      const isCalm = calm?.matches;
      const id = isCalm ? setTimeout(now, CALM_MS) : requestAnimationFrame(now);
      const cancel = () => (isCalm ? clearTimeout : cancelAnimationFrame)(id);
      signal.addEventListener("abort", cancel);
    });
  }

  return () => {
    if (!signal.aborted) next ??= soon();
    return next;
  };
}
