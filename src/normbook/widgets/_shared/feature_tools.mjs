// Buttons that make the vectors of a state one feature longer or shorter.

import { button, enable } from "./controls.mjs";

/**
 * Adds the buttons: `added` is the value of a new feature of x, `most` how many features there may
 * be. Returns update(x).
 */
export function featureButtons({ tools, change, signal }, { most, added = 2, least = 1 }) {
  const fewer = button(tools, "− feature", () => change(({ x }) => ({ x: x.slice(0, -1) })), {
    signal,
    "aria-label": "Remove a feature",
  });
  const more = button(tools, "+ feature", () => change(({ x }) => ({ x: [...x, added] })), {
    signal,
    "aria-label": "Add a feature",
  });
  return (x) => {
    enable(fewer, x.length > least);
    enable(more, x.length < most);
  };
}
