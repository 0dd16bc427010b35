// The vectors: lines from the origin, with a dot at their end.

import { draw, set, show } from "../_shared/dom.mjs";
import { length } from "./arithmetic.mjs";
import { setLine } from "./shapes.mjs";
import { nearness } from "./view.mjs";

/** x, its way to the plane, and x / rms. */
export function addVectors(side) {
  const group = draw(side, "g");
  const foot = draw(group, "line", { class: "nb-space-foot" });
  const byRms = addVector(group, "y");
  const x = addVector(group, "x", "nb-space-x");

  function update({ view, at }, ofX, found, shown) {
    show(foot, shown.centred);
    setLine(foot, at(ofX), at(found.centred));
    show(byRms.group, shown.rms);
    byRms.update(at(found.byRms), isFar(view, found.byRms));
    x.update(at(ofX), false);
    shorterLast(x, byRms, length(ofX) > length(found.byRms));
  }

  return { group, update };
}

/** A line from the origin to a dot, which is hollow where it is far. */
export function addVector(parent, tone, name = "") {
  const group = draw(parent, "g", { class: `nb-space-vector nb-tone-${tone} ${name}`.trim() });
  const line = draw(group, "line");
  const dot = draw(group, "circle", { r: name === "nb-space-x" ? 6 : 4 });
  function update(to, far) {
    setLine(line, to);
    set(dot, { cx: to[0], cy: to[1], class: far ? "nb-space-hollow" : "" });
  }
  return { group, update };
}

/** Two vectors of one direction: the shorter one covers the longer one's beginning. */
export function shorterLast(one, other, isOneLonger) {
  const [longer, shorter] = isOneLonger ? [one, other] : [other, one];
  if (longer.group.nextSibling !== shorter.group) {
    longer.group.parentNode.insertBefore(longer.group, shorter.group);
  }
}

/** Whether a point is behind the screen's plane, by more than rounding. */
export function isFar(view, point) {
  return nearness(view, point) < -0.05;
}
