// The choices and the sliders.

import { choice, slider } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { LAYOUTS } from "./arithmetic.mjs";
import { NAMES } from "./facts.mjs";
import { GROUPS, MOST_SAMPLES, NORMS } from "./state.mjs";

const TITLES = {
  n: "n, the sample",
  t: "t, the position",
  d: "d, the feature",
  c: "c, the channel",
  h: "h, the row",
  w: "w, the column",
};

/** Adds the choice of the norm. */
export function addNorms(root, app) {
  const options = NORMS.map((value) => [value, NAMES[value].replace(" norm", "")]);
  const norm = choiceOf("norm", root, { title: "norm", options, app });
  return (state) => norm.update(state.norm);
}

/** Adds the choices of layout, batch and groups; the groups are hidden where there are none. */
export function addLayout(root, app) {
  const itself = (value) => [value, String(value)];
  const layout = choiceOf("tensor", root, {
    title: "layout of x",
    options: [
      ["NTD", "(N, T, D)"],
      ["NCHW", "(N, C, H, W)"],
    ],
    app,
  });
  const batch = choiceOf("batch", root, {
    title: "samples, N",
    options: Array.from({ length: MOST_SAMPLES }, (_, i) => itself(i + 1)),
    app,
  });
  const ofGroups = add(root, "div");
  const groups = choiceOf("groups", ofGroups, {
    title: "groups",
    options: GROUPS.map(itself),
    app,
  });
  return (state) => {
    layout.update(state.tensor);
    batch.update(state.batch);
    groups.update(state.groups);
    ofGroups.toggleAttribute("hidden", state.norm !== "group");
  };
}

function choiceOf(key, parent, { title, options, app: { change, signal } }) {
  return choice(parent, { title, options, change: (value) => change({ [key]: value }), signal });
}

/** A slider for each index of the cell; the fourth is hidden where there are three. */
export function addSliders(root, { change, signal }) {
  const most = LAYOUTS.NCHW.axes;
  const sliders = most.map((_, k) => {
    const box = add(root, "div");
    const move = (value) =>
      change(({ cell }) => ({ cell: cell.map((i, j) => (j === k ? value : i)) }));
    return { box, update: slider(box, { change: move, signal }).update };
  });
  return ({ tensor, batch, cell }) => {
    const { axes, sizes } = LAYOUTS[tensor];
    for (const [k, { box, update }] of sliders.entries()) {
      const value = cell[k] ?? 0;
      const max = (sizes(batch)[k] ?? 1) - 1;
      update({
        title: TITLES[axes[k] ?? most[k]],
        words: String(value),
        min: 0,
        max,
        step: 1,
        value,
      });
      box.toggleAttribute("hidden", k >= axes.length);
    }
  };
}
