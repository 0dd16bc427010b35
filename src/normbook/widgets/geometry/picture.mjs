// The picture: what is behind the plane first, the names last.

import { add, draw, round, set, show } from "../_shared/dom.mjs";
import { addCloud } from "./cloud.mjs";
import { addGradient } from "./gradient.mjs";
import { addNames } from "./names.mjs";
import { addPlane, addSide, addSphere } from "./parts.mjs";
import { addVectors } from "./vectors.mjs";
import { camera, dot, ONES, project, scaled, sum } from "./view.mjs";

const WIDTH = 340;
const HEIGHT = 340;
const ROOM = 170; // the distance from the middle at which `reach` is drawn, in units of the picture

/** How many units of the picture a unit of space takes. */
export function unitOf(reach) {
  return ROOM / reach;
}

/** Adds the picture; returns its svg, the grips of x and of dy, and update(state, seen, reach, label). */
export function addPicture(parent) {
  const box = add(parent, "div", { class: "nb-space" });
  const viewBox = `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
  const svg = draw(box, "svg", { viewBox, role: "img" });
  const scene = draw(svg, "g");
  const sphere = addSphere(scene);
  const below = addSide(scene, -1);
  const plane = addPlane(scene);
  const above = addSide(scene, 1);
  sphere.addFront(scene);
  const paintCloud = { layer: addCloud(scene, "x-hat"), rms: addCloud(scene, "y") };
  const paintRows = addCloud(scene, "x");
  const vectors = addVectors(above.group);
  const paintGradient = addGradient(scene);
  const paintNames = addNames(svg, [WIDTH / 2, HEIGHT / 2]);
  const [grip, gripOfDy] = [22, 16].map((r) =>
    draw(svg, "circle", { class: "nb-space-grip", "data-drag": "y", r }),
  );

  function update(state, { found, back, rows }, reach, label) {
    const view = camera(state);
    const unit = unitOf(reach);
    const at = (point) => project(view, scaled(point, unit)).map(round);
    const eye = { view, unit, reach, at };
    const shown = shownIn(state);
    set(svg, { "aria-label": label });

    // The plane parts space, and each line from the origin is on one side of it.
    const [behind, before] = dot(view.viewer, ONES) < 0 ? [above, below] : [below, above];
    if (behind.group.nextSibling !== plane.group) {
      scene.insertBefore(behind.group, plane.group);
      scene.insertBefore(before.group, plane.group.nextSibling);
    }
    const side = (found.mean < 0 ? below : above).group;
    if (vectors.group.parentNode !== side) side.append(vectors.group);

    sphere.update(eye, shown.rms);
    below.update(eye);
    above.update(eye);
    plane.update(eye, found, shown);
    vectors.update(eye, state.x, found, shown);
    paintRows(eye, rows?.rows, rows !== null);
    for (const norm of ["layer", "rms"]) {
      paintCloud[norm](eye, rows?.[norm], rows !== null && shown[norm]);
    }
    paintGradient(eye, state, found, back);
    put(grip, at(state.x));
    show(gripOfDy, back !== null);
    put(gripOfDy, at(sum(found.xHat, state.dy)));
    paintNames(eye, state, found, back, shown);
  }

  return { svg, grip, gripOfDy, update };
}

/** Which parts of the picture a choice of `show` shows. */
function shownIn({ show: chosen }) {
  return {
    layer: chosen !== "rms",
    centred: chosen === "layer" || chosen === "both",
    rms: chosen === "rms" || chosen === "both",
  };
}

function put(circle, [cx, cy]) {
  set(circle, { cx, cy });
}
