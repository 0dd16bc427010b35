// The two networks, each with its norm and its wiring.

import { choice, select } from "../_shared/controls.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { PLACEMENTS } from "../_shared/placements.mjs";
import { formulaOf, KEYS } from "./placements.mjs";
import { NORMS } from "./state.mjs";
import { wiring } from "./wiring.mjs";

/** B's curves are dashed: where they lie on A's, both are seen. */
export const SIDES = [
  { name: "A", tone: "centred", traits: { placement: "placement", norm: "norm" } },
  {
    name: "B",
    tone: "y",
    kind: "dashed",
    traits: { placement: "other_placement", norm: "other_norm" },
  },
];

/** Adds both; returns what paints a state. */
export function addNetworks(parent, app) {
  const row = add(parent, "div", { class: "nb-lab-networks" });
  const painters = SIDES.map((side) => addNetwork(row, side, app));
  return (state) => {
    for (const paint of painters) paint(state);
  };
}

function addNetwork(row, { name, tone, traits }, { change, signal }) {
  const box = add(row, "div", { class: `nb-lab-network nb-tone-${tone}`, role: "group" });
  set(box, { "aria-label": `Network ${name}` });
  const head = add(box, "div", { class: "nb-lab-head" });
  add(head, "span", { class: "nb-lab-name", "aria-hidden": "true" }, name);
  const norm = select(head, {
    title: `Norm of ${name}`,
    options: Object.entries(NORMS),
    change: (value) => change({ [traits.norm]: value }),
    signal,
  });
  const place = (placement) => change({ [traits.placement]: placement });
  const paintWires = wiring(box, { change: place, preview, signal });
  const formula = add(box, "p", { class: "nb-lab-formula" });
  const placement = choice(box, {
    title: `Where N stands in ${name}`,
    options: KEYS.map((key) => [key, PLACEMENTS[key].name]),
    change: place,
    signal,
  });

  let hasNorm;

  function preview(key) {
    say(formula, formulaOf(key, hasNorm));
  }

  return (state) => {
    const key = state[traits.placement];
    norm.update(state[traits.norm]);
    hasNorm = state[traits.norm] !== "none";
    paintWires(key, hasNorm);
    preview(key);
    placement.update(key);
  };
}
