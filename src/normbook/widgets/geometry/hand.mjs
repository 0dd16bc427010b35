// Dragging over the picture: of the grip, or of anything else.

/**
 * `begin(onGrip)` is told of a press, and returns what is told of each [across, down] since then, in
 * units of the picture; `end` is told when the hand lets go. A finger that moves up or down on
 * anything but the grip scrolls the page, as the stylesheet's touch-action says; Chromium
 * heeds that of the whole picture alone, so that the grip needs its own word.
 */
export function hand(svg, grip, { width, begin, end, signal }) {
  let pressed = null;

  svg.addEventListener(
    "pointerdown",
    (event) => {
      if (pressed || event.button !== 0) return;
      const { pointerId: id, clientX, clientY, target } = event;
      pressed = { id, from: [clientX, clientY], drag: begin(target === grip) };
      svg.setPointerCapture(id);
    },
    { signal },
  );
  grip.addEventListener("touchstart", (event) => event.preventDefault(), {
    passive: false,
    signal,
  });
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
        if (type === "pointercancel") pressed.drag([0, 0]); // the page took it, to scroll
        pressed = null;
        end();
      },
      { signal },
    );
  }
}
