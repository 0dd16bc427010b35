// How a block is wired: the stream above, the branch with the sublayer below, and where the norms
// stand. The lines are the same for all placements; boxes lie on them, or not.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { PLACEMENTS } from "./placements.mjs";

const STREAM = 22;
const BRANCH = 74;
const BOX = { width: 38, height: 26 };
const PLUS = { x: 240, r: 9 };

/** Adds a diagram; `update(key)` shows that placement, and nothing for no key. */
export function wiring(parent) {
  const box = add(parent, "div", { class: "nb-wiring" });
  const head = add(box, "p", { class: "nb-wiring-head" });
  const name = add(head, "span", { class: "nb-wiring-name" });
  const svg = draw(box, "svg", { viewBox: "0 0 340 104", role: "img" });
  drawLines(svg);
  const slots = {
    alpha: slot(svg, 144, STREAM, "nb-wiring-alpha"),
    before: slot(svg, 88, BRANCH, "nb-wiring-norm"),
    sublayer: slot(svg, 144, BRANCH, "nb-wiring-sublayer"),
    after: slot(svg, 200, BRANCH, "nb-wiring-norm"),
    last: slot(svg, 282, STREAM, "nb-wiring-norm"),
  };
  slots.sublayer("G");
  const small = { class: "nb-wiring-small" };
  draw(svg, "text", { ...small, x: 72, y: STREAM - 9 }, "residual stream");
  draw(svg, "text", { ...small, x: 144, y: BRANCH + 27 }, "attention or feed-forward");
  const seen = add(box, "p", { class: "nb-wiring-seen" });

  return (key) => {
    box.toggleAttribute("hidden", !key);
    if (!key) return;
    const placement = PLACEMENTS[key];
    set(box, { class: `nb-wiring nb-tone-${placement.tone}` });
    say(name, placement.name);
    say(seen, `Seen in ${placement.seen}`);
    slots.alpha(placement.stream.before);
    slots.before(placement.branch.before);
    slots.after(placement.branch.after);
    slots.last(placement.stream.after);
    set(svg, { "aria-label": inWords(placement) });
  };
}

/** A diagram's text: through what x goes on its way to y. */
export function inWords({ name, branch, stream }) {
  const through = [branch.before, "the sublayer G", branch.after].filter(Boolean).join(", then ");
  const sum = stream.before ? "α x" : "x";
  const after = stream.after
    ? `; the sum goes through ${stream.after}, and is y`
    : "; the sum is y";
  return `Wiring of ${name}: a copy of x goes through ${through}, and is added to ${sum}${after}.`;
}

function drawLines(svg) {
  const from = 46;
  draw(svg, "path", { class: "nb-wiring-stream", d: `M22 ${STREAM}H318` });
  draw(svg, "path", {
    class: "nb-wiring-branch",
    d: `M${from} ${STREAM}V${BRANCH}H${PLUS.x}V${STREAM + PLUS.r + 5}`,
  });
  draw(svg, "circle", { class: "nb-wiring-end", cx: from, cy: STREAM, r: 3 });
  const tip = STREAM + PLUS.r;
  draw(svg, "path", {
    class: "nb-wiring-end",
    d: `M${PLUS.x} ${tip}l-4.5 8h9zM324 ${STREAM}l-9 -5v10z`,
  });
  draw(svg, "circle", { class: "nb-wiring-plus", cx: PLUS.x, cy: STREAM, r: PLUS.r });
  draw(svg, "path", {
    class: "nb-wiring-sign",
    d: `M${PLUS.x - 5} ${STREAM}h10M${PLUS.x} ${STREAM - 5}v10`,
  });
  draw(svg, "text", { x: 12, y: STREAM, dy: "0.3em" }, "x");
  draw(svg, "text", { x: 332, y: STREAM, dy: "0.3em" }, "y");
}

/** A box at a place; the function shows it with a label, or hides it for none. */
function slot(svg, x, y, className) {
  const group = draw(svg, "g", { class: className });
  draw(group, "rect", {
    x: x - BOX.width / 2,
    y: y - BOX.height / 2,
    ...BOX,
    rx: 4,
  });
  const text = draw(group, "text", { x, y, dy: "0.33em" });
  return (label) => {
    set(group, { display: label ? "inline" : "none" });
    say(text, label ?? "");
  };
}
