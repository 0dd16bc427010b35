// How a block is wired, as a control: N is dragged to another slot, or a slot is clicked. The radio
// buttons beside it do the same by keyboard.

import { draw, say, set } from "../_shared/dom.mjs";
import { PLACEMENTS, placementOf } from "./placements.mjs";
import { snap } from "./snap.mjs";

const WIDTH = 282;
const HEIGHT = 112;
const STREAM = 30;
const BRANCH = 84;
const FORK = 34;
const END = WIDTH - 16;
const PLUS = { x: 200, r: 9 };
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
  const paintLines = addLines(svg);
  const slots = Object.entries(SLOTS).map(([key, at]) => addSlot(svg, key, at));
  addBox(svg, G, "nb-wires-sublayer").show("G");
  const alpha = addBox(svg, SLOTS.scaled, "nb-wires-alpha");
  const norms = HOLDS_NORM.map((key) => ({ key, ...addBox(svg, SLOTS[key], "nb-wires-norm") }));
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
    const { norms: labels, alpha: isScaled, stream } = PLACEMENTS[placement];
    paintLines(Boolean(stream));
    alpha.show(isScaled ? "α" : "");
    for (const { key, show } of norms) show(labels[key]);
    svg.classList.toggle("nb-without", !hasNorm);
    for (const { key, group } of slots) {
      group.classList.toggle("nb-taken", Boolean(labels[key]) || placementOf(key) === placement);
    }
    set(svg, { "aria-label": inWords(placement, hasNorm) });
  };
}

/** The diagram's text. */
export function inWords(placement, hasNorm) {
  const { name, words } = PLACEMENTS[placement];
  return `Wiring of ${name}: ${words}.${hasNorm ? "" : " N does nothing: there is no norm."}`;
}

function addLines(svg) {
  const stream = draw(svg, "path", { class: "nb-wires-stream" });
  draw(svg, "path", {
    class: "nb-wires-branch",
    d: `M${FORK} ${STREAM}V${BRANCH}H${PLUS.x}V${STREAM + PLUS.r + 6}`,
  });
  draw(svg, "circle", { class: "nb-wires-end", cx: FORK, cy: STREAM, r: 3.5 });
  const tip = STREAM + PLUS.r;
  draw(svg, "path", {
    class: "nb-wires-end",
    d: `M${PLUS.x} ${tip}l-4.5 8h9zM${END} ${STREAM}l-9 -5v10z`,
  });
  const sum = draw(svg, "g");
  draw(sum, "circle", { class: "nb-wires-plus", cx: PLUS.x, cy: STREAM, r: PLUS.r });
  const sign = `M${PLUS.x - 5} ${STREAM}h10M${PLUS.x} ${STREAM - 5}v10`;
  draw(sum, "path", { class: "nb-wires-sign", d: sign });
  draw(svg, "text", { x: 9, y: STREAM, dy: "0.3em" }, "x");
  draw(svg, "text", { x: END + 9, y: STREAM, dy: "0.3em" }, "y");
  return (isWhole) => {
    const d = isWhole
      ? `M18 ${STREAM}H${END - 6}`
      : `M18 ${STREAM}H${FORK}M${PLUS.x} ${STREAM}H${END - 6}`;
    set(stream, { d });
    set(sum, { display: isWhole ? "inline" : "none" });
  };
}

/** A place to drop N, and to click. */
function addSlot(svg, key, { x, y }) {
  const group = draw(svg, "g", { class: `nb-wires-slot nb-wires-${key}` });
  const { width, height } = key === "around" ? { width: 52, height: 42 } : BOX;
  draw(group, "rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 });
  return { key, group };
}

/** A box at a place; `show` labels it, and hides it for no label. */
function addBox(svg, { x, y }, className) {
  const group = draw(svg, "g", { class: className });
  if (className === "nb-wires-norm") {
    draw(group, "rect", {
      class: "nb-wires-hit",
      x: x - HIT.width / 2,
      y: y - HIT.height / 2,
      ...HIT,
    });
  }
  draw(group, "rect", { x: x - BOX.width / 2, y: y - BOX.height / 2, ...BOX, rx: 4 });
  const text = draw(group, "text", { x, y, dy: "0.34em" });
  return {
    group,
    show(label = "") {
      set(group, { display: label ? "inline" : "none" });
      say(text, label);
    },
  };
}
