// How a block is wired: where the norms of a placement stand, and who uses it.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { inWords, PLACEMENTS } from "../_shared/placements.mjs";
import { addBox, addLines } from "../_shared/wires.mjs";
import { nameOf, seenIn, toneOf } from "./placements.mjs";

const STREAM = 22;
const BRANCH = 74;
const LINES = { stream: STREAM, branch: BRANCH, start: 22, fork: 46, plus: 240, end: 324 };
const BOX = { width: 38, height: 26 };

/** Adds a diagram; `update(key)` shows that placement, and nothing for no key. */
export function wiring(parent) {
  const box = add(parent, "div", { class: "nb-wiring" });
  const head = add(box, "p", { class: "nb-wiring-head" });
  const name = add(head, "span", { class: "nb-wiring-name" });
  const svg = draw(box, "svg", { viewBox: "0 0 340 104", role: "img" });
  addLines(svg, "nb-wiring", LINES)(true);
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
    const { norms, alpha } = PLACEMENTS[key];
    set(box, { class: `nb-wiring nb-tone-${toneOf(key)}` });
    say(name, nameOf(key));
    say(seen, `Seen in ${seenIn(key)}`);
    slots.alpha(alpha);
    for (const place of ["before", "after", "last"]) slots[place](norms[place]);
    set(svg, { "aria-label": inWords(key) });
  };
}

function slot(svg, x, y, className) {
  return addBox(draw(svg, "g", { class: className }), { x, y, ...BOX });
}
