// Dragging a thing of a picture to one of a few places, where it snaps.

import { drag, placeOf } from "../_shared/drag.mjs";

const REACH_PX = 32;

/**
 * `begin(target)` is told what was pressed, and returns the places [{ key, x, y }] that it may go to,
 * in units of the picture, or null where it stays. `move` is told of the way [across, down] since
 * then, and of the place within reach, if any; `end` of the place where it was let go: null for none,
 * for Escape, and where the browser took the touch.
 */
export function snap(svg, { begin, move, end, signal }) {
  let held = null;

  function start(event) {
    const places = begin(event.target);
    if (!places) return false;
    event.preventDefault(); // so that the drag selects no text
    const reach = REACH_PX / svg.getScreenCTM().a;
    const stop = new AbortController();
    signal.addEventListener("abort", () => stop.abort(), { signal: stop.signal });
    held = { from: placeOf(event, svg), places, reach, near: null, stop };
    svg.ownerDocument.addEventListener("keydown", onKey, { signal: stop.signal, capture: true });
  }

  function onMove(event) {
    const { from, places, reach } = held;
    const [x, y] = placeOf(event, svg);
    const [near] = places
      .map((place) => ({ ...place, far: Math.hypot(place.x - x, place.y - y) }))
      .filter(({ far }) => far <= reach)
      .sort((a, b) => a.far - b.far);
    held.near = near?.key ?? null;
    move([x - from[0], y - from[1]], held.near);
  }

  function onKey(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    cancel();
  }

  function letGo(key) {
    held.stop.abort();
    end(key);
  }

  const cancel = drag(svg, {
    start,
    move: onMove,
    end: () => letGo(held.near),
    cancel: () => letGo(null),
    signal,
  });
}
