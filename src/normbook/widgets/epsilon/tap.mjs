// A tap on a chart, in the units of its axes. The sliders do the same by keyboard.

import { placeOf } from "../_shared/drag.mjs";

/** Tells `take(x, y)` where a chart is tapped, and along which way a pressed mouse moves. */
export function onTap({ svg, x, y, inside }, take, signal) {
  const go = (event) => {
    const [left, top] = placeOf(event, svg);
    const within =
      left >= inside.left && left <= inside.right && top >= inside.top && top <= inside.bottom;
    if (within) take(x.invert(left), y.invert(top));
  };
  const drag = (event) => {
    if (event.pointerType === "mouse" && event.buttons === 1) go(event); // a finger scrolls
  };
  svg.addEventListener("click", go, { signal });
  svg.addEventListener("pointermove", drag, { signal });
}
