// Dragging a part of a picture: by mouse, by pen and by finger.

/**
 * Calls `start` when an element is pressed, `move` as long as the pointer that pressed it moves, and
 * `end` when it is let go, each with the event. A finger that drags the element does not scroll the
 * page.
 */
export function drag(element, { start, move, end = () => {}, signal }) {
  let pressed = null; // the id of the pointer that drags, or null

  function onDown(event) {
    if (pressed !== null || event.button !== 0) return;
    pressed = event.pointerId;
    element.setPointerCapture(pressed);
    start(event);
  }

  function onMove(event) {
    if (event.pointerId === pressed) move(event);
  }

  function onEnd(event) {
    if (event.pointerId !== pressed) return;
    pressed = null;
    end(event);
  }

  element.addEventListener("pointerdown", onDown, { signal });
  element.addEventListener("pointermove", onMove, { signal });
  element.addEventListener("pointerup", onEnd, { signal });
  element.addEventListener("pointercancel", onEnd, { signal });
  // The style touch-action would not do: Chromium heeds it on a whole <svg>, and not on its parts.
  element.addEventListener("touchmove", (event) => event.preventDefault(), {
    passive: false,
    signal,
  });
}

/** Where a pointer is, [across, down] in the units of a picture. */
export function placeOf({ clientX, clientY }, svg) {
  const { a: wide, d: high, e: left, f: top } = svg.getScreenCTM();
  return [(clientX - left) / wide, (clientY - top) / high];
}
