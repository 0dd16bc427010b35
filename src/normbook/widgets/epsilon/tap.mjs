// A tap on a chart, in the units of its axes. The sliders do the same by keyboard.

import { drag, placeOf } from "../_shared/drag.mjs";

/** Tells `take(x, y)` where a chart is tapped, and along which way a pressed mouse moves. */
export function onTap({ svg, x, y, inside }, take, signal) {
  const go = (event) => {
    const [left, top] = placeOf(event, svg);
    const within =
      left >= inside.left && left <= inside.right && top >= inside.top && top <= inside.bottom;
    if (within) take(x.invert(left), y.invert(top));
  };
  const isMouse = ({ pointerType }) => pointerType === "mouse"; // a finger or pen scrolls the page
  const goAlong = (event) => {
    if (isMouse(event)) go(event);
  };
  const letGo = (event) => {
    if (!isMouse(event)) go(event);
  };
  drag(svg, { start: goAlong, move: goAlong, end: letGo, cancel() {}, scrolls: true, signal });
}
