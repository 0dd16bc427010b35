// Dragging a thing of a picture to one of a few places, where it snaps.

const REACH_PX = 32;

/**
 * `width` is that of the picture in its own units. `begin(target)` is told what was pressed, and
 * returns the places [{ key, x, y }] that it may go to, or null where it stays. `move` is told of the
 * way [across, down] since then, and of the place within reach, if any; `end` of the place where it
 * was let go: null for none, for Escape, and where the page took the touch to scroll.
 */
export function snap(svg, { width, begin, move, end, signal }) {
  let held = null;

  function onDown(event) {
    if (held || event.button !== 0) return;
    const places = begin(event.target);
    if (!places) return;
    event.preventDefault(); // so that the drag selects no text
    const { left, top, width: wide } = svg.getBoundingClientRect();
    const unit = width / wide;
    const at = ({ clientX, clientY }) => [(clientX - left) * unit, (clientY - top) * unit];
    const stop = new AbortController();
    held = { id: event.pointerId, from: at(event), at, places, reach: REACH_PX * unit, stop };
    svg.setPointerCapture(event.pointerId);
    const { document } = svg.ownerDocument.defaultView;
    document.addEventListener("keydown", onKey, {
      signal: AbortSignal.any([signal, stop.signal]),
      capture: true,
    });
  }

  function onMove(event) {
    if (event.pointerId !== held?.id) return;
    const { from, places, reach } = held;
    const [x, y] = held.at(event);
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
    letGo(null);
  }

  function letGo(key) {
    held.stop.abort();
    held = null;
    end(key);
  }

  svg.addEventListener("pointerdown", onDown, { signal });
  svg.addEventListener("pointermove", onMove, { signal });
  for (const [type, kept] of [
    ["pointerup", true],
    ["pointercancel", false],
  ]) {
    const onEnd = ({ pointerId }) => {
      if (pointerId === held?.id) letGo(kept ? (held.near ?? null) : null);
    };
    svg.addEventListener(type, onEnd, { signal });
  }
}
