// Whether anybody can see an element: it is in view, and its tab is not hidden.

/** Tells `change` of each new answer; the first is no. Where there is no browser, nobody sees it. */
export function watchSight(element, { window, signal, change }) {
  const { document } = window;
  let inView = false;
  let seen = false;

  function look() {
    const now = inView && !document.hidden;
    if (now === seen) return;
    seen = now;
    change(seen);
  }

  if (!window.IntersectionObserver) return;
  const observer = new window.IntersectionObserver((entries) => {
    inView = entries.at(-1).isIntersecting;
    look();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}
