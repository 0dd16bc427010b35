// Two deep networks that train while you look, with the norm where you put it.

import { add } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { PLACEMENTS } from "../_shared/placements.mjs";
import { remember } from "../_shared/remember.mjs";
import { addBlocks, addLosses } from "./charts.mjs";
import { start } from "./client.mjs";
import { palette } from "./colours.mjs";
import { addButtons, addReadings } from "./desk.mjs";
import { examplesOf } from "./engine/data.mjs";
import { addNetworks, SIDES } from "./networks.mjs";
import { pacer } from "./pacer.mjs";
import { addPlane } from "./plane.mjs";
import { watchPress } from "./press.mjs";
import { addQuestions, watchHand } from "./questions.mjs";
import { addSetting, addWayToAll } from "./setting.mjs";
import { addDepth, addMore } from "./settings.mjs";
import { watchSight } from "./sight.mjs";
import { isInPlane, NORMS, parse, specsOf, TRAITS } from "./state.mjs";
import { addStrip } from "./strips.mjs";
import { training } from "./training.mjs";

const QUIET_MS = 150; // networks are made when no setting has changed for so long

export default explorable({
  slug: "laboratory",
  title: "The laboratory: two networks that train side by side",
  traits: TRAITS,
  parse,
  limits: "A setting is beyond what the laboratory can train.",
  kept: "It keeps the settings and the seed: Train gives the same again.",
  build,
});

function build(root, app) {
  const { window, signal, record } = app;
  const parts = [];
  const press = watchPress(app);
  const begin = (spec, listener) => start(spec, { ...listener, digits: record(), press });
  const changed = pacer(parts, { window, signal, isPressed: press.isPressed });
  const work = training({ start: begin, changed });
  signal.addEventListener("abort", work.close);

  const painters = (app.brief ? addCore : addAll)(root, app, work, parts);
  watchSight(root, { window, signal, change: work.see });

  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (state) => {
    if (!isInPlane(state.data) && !record()) return "The digits are on their way.";
    work.fit(specsOf(state));
    for (const paint of [...painters, ...parts]) paint(state);
    clearTimeout(timer);
    timer = setTimeout(work.heed, QUIET_MS);
    return inWords(state);
  };
}

/** Adds both networks and all that can be set; returns what paints a state. */
function addAll(root, page, work, parts) {
  const app = watchHand(page);
  const painters = [addQuestions(root, app), addDepth(root, app), addNetworks(root, app)];
  parts.push(addButtons(root, work, app), addTold(root, work), ...addRuns(root, work, app));
  parts.push(...addInside(root, work, app));
  return [...painters, addMore(root, app)];
}

/** Adds both networks, in words what they share, and what comes of it; returns the same. What is said stands by Train. */
function addCore(root, app, work, parts) {
  const painters = [addSetting(root), addNetworks(root, app)];
  parts.push(...addRuns(root, work, app), addTold(root, work), addButtons(root, work, app));
  return [...painters, addWayToAll(app)];
}

/** Adds in words how far both are and what has become of them; returns what paints it. */
function addTold(root, work) {
  const paint = addReadings(root);
  return () => paint(work);
}

/** Adds their losses and what they say of all inputs; returns what paints each part of it. */
function addRuns(root, work, { window, signal, record }) {
  const result = add(root, "div", { class: "nb-lab-result" });
  const paintLosses = addLosses(add(result, "div", { class: "nb-lab-losses" }));
  const planes = SIDES.map((side) => addPlane(result, { ...side, window }));
  const examples = remember((data, seed) => examplesOf({ data, seed }, record()));
  const colours = palette(root, { window, signal }, paintPlanes);

  function paintPlanes() {
    const { classes } = colours();
    for (const [i, run] of work.runs.entries()) {
      planes[i](run, examples(run.spec.data, run.spec.seed), classes);
    }
  }

  return [() => paintLosses(work), paintPlanes];
}

/** Adds what is measured of each block; returns what paints each part of it. */
function addInside(root, work, { window, signal }) {
  const paintBlocks = addBlocks(root);
  const row = add(root, "div", { class: "nb-plots nb-two" });
  const strips = SIDES.map((side) => addStrip(row, { ...side, window }));
  const colours = palette(root, { window, signal }, paintStrips);

  function paintStrips() {
    const { a, b } = colours();
    for (const [i, run] of work.runs.entries()) strips[i](run, [a, b][i]);
  }

  return [() => paintBlocks(work.runs), paintStrips];
}

function inWords(state) {
  const of = (placement, norm) => `${PLACEMENTS[placement].name} with ${NORMS[norm]}`;
  const [a, b] = [of(state.placement, state.norm), of(state.other_placement, state.other_norm)];
  return `${state.blocks} blocks. A: ${a}. B: ${b}.`;
}
