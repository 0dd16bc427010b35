// Whether a hand is at work: a pointer is pressed, anywhere on the page.

/** Returns `isPressed()`, and `heed(listener)`, which tells of now and of each change until its result is called. */
export function watchPress({ window, signal }) {
  const listeners = new Set();
  let pressed = false;

  // Where the page was not told of a press's end, under a menu say, the next move ends it.
  function onPointer({ buttons }) {
    const now = Boolean(buttons);
    if (now === pressed) return;
    pressed = now;
    for (const tell of listeners) tell(pressed);
  }
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
    window.addEventListener?.(kind, onPointer, { signal, passive: true, capture: true });
  }

  return {
    isPressed: () => pressed,
    heed(listener) {
      listeners.add(listener);
      listener(pressed);
      return () => listeners.delete(listener);
    },
  };
}
