// Shapes of the picture, with few digits.

import { round, set } from "../_shared/dom.mjs";

/** The half of an ellipse that is in front of the screen's plane, or the one behind. */
export function arc({ from, radii, degrees, sweep }, inFront) {
  const [x, y] = from.map(round);
  const [rx, ry] = radii.map(round);
  const flag = inFront ? sweep : 1 - sweep;
  return `M${x} ${y}A${rx} ${ry} ${round(degrees)} 0 ${flag} ${round(-x)} ${round(-y)}`;
}

/** All of an ellipse; a path, since one that is turned by a transform costs more to repaint. */
export function oval(seen) {
  const { radii, degrees, sweep, from } = seen;
  const [rx, ry] = radii.map(round);
  const [x, y] = from.map(round);
  return `${arc(seen, true)}A${rx} ${ry} ${round(degrees)} 0 ${sweep} ${x} ${y}z`;
}

/** By default from the origin. */
export function setLine(line, [x2, y2], [x1, y1] = [0, 0]) {
  set(line, { x1, y1, x2, y2 });
}

/** A line with a head at its end, where it is long enough to have one. */
export function arrow([x1, y1], [x2, y2]) {
  const shaft = Math.hypot(x2 - x1, y2 - y1);
  if (shaft < 1) return "";
  const size = Math.min(9, shaft / 2);
  const [across, down] = [(x2 - x1) / shaft, (y2 - y1) / shaft];
  const wing = (side) =>
    [x2 - size * (across - 0.45 * side * down), y2 - size * (down + 0.45 * side * across)].map(
      round,
    );
  return `M${x1} ${y1}L${x2} ${y2}M${wing(1).join(" ")}L${x2} ${y2}L${wing(-1).join(" ")}`;
}
