// Dragging a part of a picture: by mouse, by pen and by finger.

/**
 * Tells `start` of a press on an element, `move` of the pointer until it is let go, and then `end`:
 * each of the event. A finger that drags it does not scroll the page.
 */
export function drag(element, { start, move, end = () => {}, signal }) {
  let pressed = null; // the pointer that drags

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
  // Not by touch-action: Chromium heeds that of a whole picture, and not of its parts.
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
