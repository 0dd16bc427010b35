// A cloud of rows around x, and what the norms make of it: a path of dots each.

import { draw, set, show } from "../_shared/dom.mjs";

/** Adds the layer of the rows, or of what one norm makes of them. */
export function addCloud(parent, tone) {
  const path = draw(parent, "path", { class: `nb-space-cloud nb-tone-${tone}` });

  return ({ at }, points, visible) => {
    show(path, visible);
    if (visible) set(path, { d: points.map((point) => `M${at(point).join(" ")}h0`).join("") });
  };
}
