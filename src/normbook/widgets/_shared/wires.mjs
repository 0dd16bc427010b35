// How a block is wired, as a diagram: the stream above, the branch through the sublayer below, and boxes
// that lie on both. Its styles are each explorable's own, by names that begin alike.

import { draw, say, set, show } from "./dom.mjs";

const R = 9; // the radius of the sum

/**
 * Draws the lines of a block, with classes that begin with `name`. `stream` and `branch` are their
 * heights; from left to right `start` is where x comes in, `fork` where the branch leaves the stream,
 * `plus` where it is added, and `end` where y goes out. Returns what paints the stream, either whole or
 * with a gap between fork and sum.
 */
export function addLines(svg, name, { stream, branch, start, fork, plus, end }) {
  const path = draw(svg, "path", { class: `${name}-stream` });
  draw(svg, "path", {
    class: `${name}-branch`,
    d: `M${fork} ${stream}V${branch}H${plus}V${stream + R + 6}`,
  });
  draw(svg, "circle", { class: `${name}-end`, cx: fork, cy: stream, r: 3.5 });
  draw(svg, "path", {
    class: `${name}-end`,
    d: `M${plus} ${stream + R}l-4.5 8h9zM${end} ${stream}l-9 -5v10z`,
  });
  const sum = draw(svg, "g");
  draw(sum, "circle", { class: `${name}-plus`, cx: plus, cy: stream, r: R });
  const sign = `M${plus - 5} ${stream}h10M${plus} ${stream - 5}v10`;
  draw(sum, "path", { class: `${name}-sign`, d: sign });
  draw(svg, "text", { x: start - 9, y: stream, dy: "0.3em" }, "x");
  draw(svg, "text", { x: end + 9, y: stream, dy: "0.3em" }, "y");

  return (isWhole) => {
    const [from, to] = [`M${start} ${stream}`, `H${end - 6}`];
    set(path, { d: isWhole ? `${from}${to}` : `${from}H${fork}M${plus} ${stream}${to}` });
    show(sum, isWhole);
  };
}

/** Draws a box around a place into a group; what it returns shows the group with a label, or hides it for none. */
export function addBox(group, { x, y, width, height }) {
  draw(group, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 4 });
  const text = draw(group, "text", { x, y, dy: "0.34em" });
  return (label = "") => {
    show(group, label !== "");
    say(text, label);
  };
}
