// What enters each block, as a strip of histograms: a column a block, the darker the more values.

import { add, set } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { BINS, RANGE } from "./engine/probe.mjs";
import { raster } from "./raster.mjs";
import { measured } from "./words.mjs";

/** Adds the strip of one network; `update` takes its run and its table of colours. */
export function addStrip(parent, { name, tone, window }) {
  const box = add(parent, "figure", { class: `nb-lab-strip nb-tone-${tone}` });
  add(box, "figcaption", { class: "nb-plot-title" }, `What enters each block of ${name}`);
  const frame = add(box, "div", { class: "nb-lab-columns", role: "img" });
  const picture = raster(frame, { window, class: "nb-lab-sharp", "aria-hidden": "true" });
  const axis = add(frame, "div", { class: "nb-lab-ticks", "aria-hidden": "true" });
  for (const value of [RANGE, 0, -RANGE]) add(axis, "span", {}, format(value));
  let shown = null;

  return ({ frame: last }, table) => {
    const blocks = last?.blocks;
    const size = ({ variance }) => measured(Math.sqrt(variance));
    const words = blocks
      ? `Standard deviation ${size(blocks[0])} in the first, ${size(blocks.at(-1))} in the last.`
      : "Nothing yet.";
    set(frame, { "aria-label": `Histograms of what enters each block of ${name}. ${words}` });
    if (shown?.blocks === blocks && shown?.table === table) return;
    shown = { blocks, table };
    if (blocks) picture.draw(blocks.length, BINS, columns(blocks), table);
    else picture.clear();
  };
}

/**
 * Histograms as bytes, a column each, with the largest values on top. A byte is the root of a count,
 * so that small counts are seen, as a share of the largest root of its column.
 */
function columns(blocks) {
  const bytes = new Uint8Array(blocks.length * BINS);
  for (const [k, { histogram }] of blocks.entries()) {
    const most = Math.max(1, ...histogram);
    for (let bin = 0; bin < BINS; bin += 1) {
      bytes[(BINS - 1 - bin) * blocks.length + k] = 255 * Math.sqrt(histogram[bin] / most);
    }
  }
  return bytes;
}
