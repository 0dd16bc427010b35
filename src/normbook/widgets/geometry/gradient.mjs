// The gradient: dy at x̂, what of it is taken away, what is left, and dx at x.

import { draw, set, show } from "../_shared/dom.mjs";
import { length } from "./arithmetic.mjs";
import { arrow, setLine } from "./shapes.mjs";
import { scaled, sum } from "./view.mjs";

export const LONGEST = 2; // the largest length of dx in the picture, in units of space

/** dx as it is drawn: with its own length, or the largest if it is longer. */
export function drawn(dx) {
  return scaled(dx, Math.min(1, LONGEST / Math.max(length(dx), 1e-300)));
}

/** Adds the arrows, and returns update(eye, state, found, back); without a gradient, `back` is null. */
export function addGradient(scene) {
  const group = draw(scene, "g");
  const feet = [0, 1].map(() => draw(group, "line", { class: "nb-space-foot" }));
  const add = (tone) => draw(group, "path", { class: `nb-space-arrow nb-tone-${tone}` });
  const [dy, left, dx] = ["centred", "x-hat", "y"].map(add);
  const tip = draw(group, "circle", { class: "nb-space-tip nb-tone-centred", r: 6 });

  return ({ at }, state, { xHat }, back) => {
    show(group, back !== null);
    if (back === null) return;
    const ends = [state.dy, back.across, back.along].map((part) => at(sum(xHat, part)));
    for (const [i, foot] of feet.entries()) setLine(foot, ends[i + 1], ends[i]);
    set(dy, { d: arrow(at(xHat), ends[0]) });
    set(tip, { cx: ends[0][0], cy: ends[0][1] });
    set(left, { d: arrow(at(xHat), ends[2]) });
    set(dx, { d: arrow(at(state.x), at(sum(state.x, drawn(back.dx)))) });
  };
}
