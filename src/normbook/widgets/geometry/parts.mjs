// What the picture is made of: the sphere, the plane with its circle, and two sides with half of each
// axis. The vectors that leave the plane are in vectors.mjs.

import { draw, round, set, show } from "../_shared/dom.mjs";
import { length } from "./arithmetic.mjs";
import { arc, oval, setLine } from "./shapes.mjs";
import { addVector, isFar, shorterLast } from "./vectors.mjs";
import { AXES, ellipse, ONES, RADIUS, scaled, sum } from "./view.mjs";

// How far the lines go, as a share of the picture's reach.
export const AXIS = 0.82;
export const LINE = 0.86;
export const DISC = 0.8;
const CORNER = 7; // the side of the mark of a right angle, in units of the picture

/** The sphere of RMSNorm: an outline, and the three great circles of the axes' planes. */
export function addSphere(scene) {
  const group = draw(scene, "g", { class: "nb-tone-y" });
  const ball = draw(group, "circle", { class: "nb-space-ball" });
  const back = AXES.map(() => draw(group, "path", { class: "nb-space-great nb-space-back" }));
  let front;
  let arcs;

  /** Adds the half in front, to be drawn over what is inside. */
  function addFront(parent) {
    front = draw(parent, "g", { class: "nb-tone-y" });
    arcs = AXES.map(() => draw(front, "path", { class: "nb-space-great" }));
  }

  function update({ view, unit }, visible) {
    show(group, visible);
    show(front, visible);
    set(ball, { r: round(RADIUS * unit) });
    for (const [i, axis] of AXES.entries()) {
      const seen = ellipse(view, axis, RADIUS * unit);
      set(arcs[i], { d: arc(seen, true) });
      set(back[i], { d: arc(seen, false) });
    }
  }

  return { addFront, update };
}

/** The plane orthogonal to 1 as a disc, the circle of LayerNorm, and the vectors that lie in it. */
export function addPlane(scene) {
  const group = draw(scene, "g");
  const discs = ["nb-space-veil", "nb-space-disc nb-tone-centred"].map((name) =>
    draw(group, "path", { class: name }),
  );
  const ofLayer = draw(group, "g", { class: "nb-tone-x-hat" });
  const back = draw(ofLayer, "path", { class: "nb-space-circle" });
  const front = draw(ofLayer, "path", { class: "nb-space-circle" });
  const corner = draw(group, "path", { class: "nb-space-corner" });
  const xHat = addVector(group, "x-hat");
  const centred = addVector(group, "centred");

  function update(eye, found, { layer, centred: isCentred }) {
    show(group, layer);
    if (!layer) return;
    const { view, unit, reach, at } = eye;
    const d = oval(ellipse(view, ONES, DISC * reach * unit));
    for (const each of discs) set(each, { d });
    const circle = ellipse(view, ONES, RADIUS * unit);
    set(back, { d: arc(circle, false) });
    set(back, { class: `nb-space-circle${circle.apart ? " nb-space-back" : ""}` });
    set(front, { d: arc(circle, true) });
    xHat.update(at(found.xHat), isFar(view, found.xHat));
    show(centred.group, isCentred);
    centred.update(at(found.centred), false);
    shorterLast(xHat, centred, length(found.xHat) > length(found.centred));
    set(corner, { d: isCentred ? cornerPath(found, unit, at) : "" });
  }

  return { group, update };
}

/** One side of the plane: half of each axis, and half of the line of the multiples of 1. */
export function addSide(scene, sign) {
  const group = draw(scene, "g");
  const half = sign > 0 ? "" : " nb-space-minus";
  const axes = AXES.map(() => draw(group, "line", { class: `nb-space-axis${half}` }));
  const ones = draw(group, "line", { class: "nb-space-ones" });

  function update({ reach, at }) {
    for (const [i, axis] of AXES.entries()) setLine(axes[i], at(scaled(axis, sign * AXIS * reach)));
    setLine(ones, at(scaled(ONES, (sign * LINE * reach) / RADIUS)));
  }

  return { group, update };
}

/** The mark of the right angle between x − μ·1 and the way down to it, where there is room. */
function cornerPath({ mean, centred }, unit, at) {
  const side = CORNER / unit;
  const size = length(centred);
  if (size < 2 * side || RADIUS * Math.abs(mean) < 2 * side) return "";
  const inwards = scaled(centred, -side / size);
  const upwards = scaled(ONES, (Math.sign(mean) * side) / RADIUS);
  const points = [inwards, sum(inwards, upwards), upwards];
  return `M${points.map((step) => at(sum(step, centred)).join(" ")).join("L")}`;
}
