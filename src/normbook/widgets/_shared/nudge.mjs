// What can be dragged moves once, as it is first seen, to say that it can.

const ENOUGH = 0.9; // of it that is seen

/**
 * Moves the first of what says that it can be dragged, `data-drag="x"` or `"y"`, once it is in
 * sight, and never once the reader has touched the explorable. How it moves says tokens.css: not at
 * all for those who want less motion.
 */
export function nudge(root, window) {
  const grip = root.querySelector("[data-drag]");
  if (!grip || !window?.IntersectionObserver) return;
  const observer = new window.IntersectionObserver(
    (entries) => {
      if (!entries.at(-1).isIntersecting) return;
      observer.disconnect();
      grip.classList.add("nb-nudged");
    },
    { threshold: ENOUGH },
  );
  const end = () => {
    observer.disconnect();
    grip.classList.remove("nb-nudged");
  };
  observer.observe(grip);
  for (const type of ["animationend", "pointerdown", "keydown"]) {
    root.addEventListener(type, end, { once: true });
  }
}
