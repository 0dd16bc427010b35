// How a block is wired, as a control: N is dragged to another slot, or a slot is clicked. The radio
// buttons beside it do the same by keyboard.

import { draw, set } from "../_shared/dom.mjs";
import { inWords, PLACEMENTS } from "../_shared/placements.mjs";
import { addBox, addLines } from "../_shared/wires.mjs";
import { placementOf } from "./placements.mjs";
import { snap } from "./snap.mjs";

const WIDTH = 282;
const HEIGHT = 112;
const STREAM = 30;
const BRANCH = 84;
const LINES = { stream: STREAM, branch: BRANCH, start: 18, fork: 34, plus: 200, end: WIDTH - 16 };
const BOX = { width: 34, height: 28 };
const HIT = { width: 48, height: 48 }; // the area around a slot that answers a finger
const G = { x: 122, y: BRANCH };
/** Where N can be dropped. */
const SLOTS = {
  before: { x: 76, y: BRANCH },
  around: G,
  after: { x: 168, y: BRANCH },
  last: { x: 234, y: STREAM },
  scaled: { x: 122, y: STREAM },
  cut: { x: 66, y: STREAM },
};
const HOLDS_NORM = ["before", "after", "last"];

/** Adds the diagram; `change` is told the placement that the reader makes. */
export function wiring(parent, { change, preview, signal }) {
  const svg = draw(parent, "svg", {
    class: "nb-wires",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
  });
  const paintLines = addLines(svg, "nb-wires", LINES);
  const slots = Object.entries(SLOTS).map(([key, at]) => addSlot(svg, key, at));
  const box = (at, name) => addBox(draw(svg, "g", { class: name }), { ...at, ...BOX });
  box(G, "nb-wires-sublayer")("G");
  const showAlpha = box(SLOTS.scaled, "nb-wires-alpha");
  const norms = HOLDS_NORM.map((key) => ({ key, ...addNorm(svg, SLOTS[key]) }));
  let now; // the key of the placement that is shown
  let dragged = null;

  for (const { key, group } of slots) {
    const placement = placementOf(key);
    draw(group, "title", {}, PLACEMENTS[placement].name);
    group.addEventListener("click", () => change(placement), { signal });
    group.addEventListener("pointerenter", () => preview(placement), { signal });
    group.addEventListener("pointerleave", () => preview(now), { signal });
  }

  snap(svg, {
    signal,
    begin(target) {
      dragged = norms.find(({ group }) => group.contains(target)) ?? null;
      if (!dragged) return null;
      svg.classList.add("nb-dragging");
      return Object.entries(SLOTS).map(([key, at]) => ({ key, ...at }));
    },
    move([across, down], near) {
      set(dragged.group, { transform: `translate(${across.toFixed(1)} ${down.toFixed(1)})` });
      for (const { key, group } of slots) group.classList.toggle("nb-near", key === near);
      preview(near ? placementOf(near) : now);
    },
    end(key) {
      svg.classList.remove("nb-dragging");
      for (const { group } of slots) group.classList.remove("nb-near");
      dragged.group.removeAttribute("transform");
      dragged = null;
      preview(now);
      if (key) change(placementOf(key));
    },
  });

  return (placement, hasNorm) => {
    now = placement;
    const { norms: labels, alpha, stream } = PLACEMENTS[placement];
    paintLines(stream);
    showAlpha(alpha);
    for (const { key, show } of norms) show(labels[key]);
    svg.classList.toggle("nb-without", !hasNorm);
    for (const { key, group } of slots) {
      group.classList.toggle("nb-taken", Boolean(labels[key]) || placementOf(key) === placement);
    }
    const nothing = hasNorm ? "" : " N does nothing: there is no norm.";
    set(svg, { "aria-label": inWords(placement) + nothing });
  };
}

/** A place to drop N, and to click. */
function addSlot(svg, key, { x, y }) {
  const group = draw(svg, "g", { class: `nb-wires-slot nb-wires-${key}` });
  const { width, height } = key === "around" ? { width: 52, height: 42 } : BOX;
  draw(group, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 });
  return { key, group };
}

/** The box of a norm, with an area around it that answers a finger; `show` labels it, or hides it. */
function addNorm(svg, { x, y }) {
  const group = draw(svg, "g", { class: "nb-wires-norm", "data-drag": "y" });
  const hit = { x: x - HIT.width / 2, y: y - HIT.height / 2, ...HIT };
  draw(group, "rect", { class: "nb-wires-hit", ...hit });
  return { group, show: addBox(group, { x, y, ...BOX }) };
}
