// Dragging a part of a picture: by mouse, by pen and by finger. All that is dragged is dragged by this.

/**
 * Calls `start` when an element is pressed, `move` as long as the pointer that pressed it moves, and
 * then `end`, when it is let go, or `cancel`, where the page takes the touch to scroll; by default both
 * are the same. Each gets the event. Where `start` returns false the press drags nothing. Other
 * pointers drag nothing meanwhile. Of a press's end the page may not be told, under a menu say: then
 * the pointer's next move ends it, or the loss of its capture. A finger that drags the element does
 * not scroll the page, unless it is said that it `scrolls`, as far as the style touch-action lets it.
 *
 * Returns what cancels a drag that is under way.
 */
export function drag(
  element,
  { start, move, end = () => {}, cancel = end, scrolls = false, signal },
) {
  let pressed = null; // the id of the pointer that drags, or null

  function onDown(event) {
    // On a Mac the primary button with Ctrl opens the menu.
    if (pressed !== null || event.button !== 0 || event.ctrlKey) return;
    if (start(event) === false) return;
    pressed = event.pointerId;
    element.setPointerCapture(pressed);
  }

  function onMove(event) {
    if (event.buttons === 0) finish(event, end);
    else if (event.pointerId === pressed) move(event);
  }

  function finish(event, tell) {
    if (event.pointerId !== pressed) return;
    pressed = null;
    tell(event);
  }

  const on = (type, act, options = {}) =>
    element.addEventListener(type, act, { ...options, signal });
  on("pointerdown", onDown);
  on("pointermove", onMove);
  on("pointerup", (event) => finish(event, end));
  on("pointercancel", (event) => finish(event, cancel));
  on("lostpointercapture", (event) => finish(event, end));
  // The style touch-action would not do: Chromium heeds it on a whole <svg>, and not on its parts.
  const stay = (event) => pressed !== null && event.preventDefault();
  if (!scrolls) on("touchmove", stay, { passive: false });
  return () => finish({ pointerId: pressed }, cancel);
}

/** Where a pointer is, [across, down] in the units of a picture. */
export function placeOf({ clientX, clientY }, svg) {
  const { a: wide, d: high, e: left, f: top } = svg.getScreenCTM();
  return [(clientX - left) / wide, (clientY - top) / high];
}
