// The state: a layout of the tensor, a norm, sizes, and the index of one cell.

import { choice, parser, vector, whole } from "../_shared/traits.mjs";
import { FEATURES, LAYOUTS } from "./arithmetic.mjs";

// The same limits as in widget.py.
export const NORMS = ["batch", "layer", "instance", "group", "rms", "channel"];
export const GROUPS = [1, 2, 3, 6];
export const MOST_SAMPLES = 4;

const indices = vector({ least: 3, most: 4, low: 0, high: FEATURES - 1, start: [1, 2, 3] });

export const traits = {
  tensor: choice({ of: Object.keys(LAYOUTS), start: "NTD" }),
  norm: choice({ of: NORMS, start: "layer" }),
  batch: whole({ low: 1, high: MOST_SAMPLES, start: 3 }),
  groups: { start: 2, take: (value) => (GROUPS.includes(value) ? value : undefined) },
  cell: {
    start: indices.start,
    take: (value) => {
      const list = indices.take(value);
      return list?.every(Number.isInteger) ? list : undefined;
    },
  },
};

const take = parser(traits);

/** Returns the state in full, its cell fitted to layout and batch, or null where it is not one. */
export function parse(raw) {
  const state = take(raw);
  return state && { ...state, cell: fitted(state) };
}

/** The cell in this layout; an index beyond its axis becomes the last one. */
function fitted({ tensor, batch, cell }) {
  const { sizes, index } = LAYOUTS[tensor];
  const from = cell.length === 3 ? LAYOUTS.NTD : LAYOUTS.NCHW;
  const inside = clamp(cell, from.sizes(batch));
  return cell.length === sizes(batch).length ? inside : index(from.place(inside));
}

function clamp(cell, sizes) {
  return cell.map((value, axis) => Math.min(value, sizes[axis] - 1));
}

/** What there is to try: a label for the button, and what it changes. */
export const experiments = [
  { label: "batch norm, batch of 1", apply: { norm: "batch", batch: 1 } },
  { label: "layer norm of an image", apply: { tensor: "NCHW", norm: "layer" } },
  { label: "one group of tokens", apply: { tensor: "NTD", norm: "group", groups: 1 } },
];
