// Dragging over the picture: of one of its grips, or of anything else.

import { drag, placeOf } from "../_shared/drag.mjs";

/**
 * `begin(grip)` is told of a press, on a grip or null, and returns what is told of each
 * [across, down] since then, in units of the picture; `end` is told when the hand lets go. A finger
 * that moves up or down on anything but a grip scrolls the page, as the stylesheet's touch-action
 * says; Chromium heeds that of the whole picture alone, so that each grip needs its own word.
 */
export function hand(svg, grips, { begin, end, signal }) {
  let from = [0, 0];
  let follow;

  drag(svg, {
    start(event) {
      from = placeOf(event, svg);
      follow = begin(grips.find((grip) => grip === event.target) ?? null);
    },
    move: (event) => follow(placeOf(event, svg).map((place, axis) => place - from[axis])),
    end,
    cancel() {
      follow([0, 0]);
      end();
    },
    scrolls: true,
    signal,
  });
  for (const grip of grips) {
    grip.addEventListener("touchstart", (event) => event.preventDefault(), {
      passive: false,
      signal,
    });
  }
}
