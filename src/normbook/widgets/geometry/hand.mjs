// Dragging over the picture: of one of its grips, or of anything else.

/**
 * `begin(grip)` is told of a press, on a grip or null, and returns what is told of each
 * [across, down] since then, in units of the picture; `end` is told when the hand lets go. A finger
 * that moves up or down on anything but a grip scrolls the page, as the stylesheet's touch-action
 * says; Chromium heeds that of the whole picture alone, so that each grip needs its own word.
 */
export function hand(svg, grips, { width, begin, end, signal }) {
  let pressed = null;

  svg.addEventListener(
    "pointerdown",
    (event) => {
      if (pressed || event.button !== 0) return;
      const { pointerId: id, clientX, clientY, target } = event;
      pressed = {
        id,
        from: [clientX, clientY],
        drag: begin(grips.find((grip) => grip === target) ?? null),
      };
      svg.setPointerCapture(id);
    },
    { signal },
  );
  for (const grip of grips) {
    grip.addEventListener("touchstart", (event) => event.preventDefault(), {
      passive: false,
      signal,
    });
  }
  svg.addEventListener(
    "pointermove",
    ({ pointerId, clientX, clientY }) => {
      if (pointerId !== pressed?.id) return;
      const unit = width / svg.getBoundingClientRect().width;
      pressed.drag([(clientX - pressed.from[0]) * unit, (clientY - pressed.from[1]) * unit]);
    },
    { signal },
  );
  for (const type of ["pointerup", "pointercancel"]) {
    svg.addEventListener(
      type,
      ({ pointerId }) => {
        if (pointerId !== pressed?.id) return;
        if (type === "pointercancel") pressed.drag([0, 0]); // the page took the touch, to scroll
        pressed = null;
        end();
      },
      { signal },
    );
  }
}
