// The buttons that train, and what is said of both runs.

import { button } from "../_shared/controls.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { SIDES } from "./networks.mjs";
import { SEEDS } from "./seeds.mjs";
import { STRETCH } from "./training.mjs";
import { ofBoth, ofSeeds, reading, verdict } from "./words.mjs";

/** Adds the buttons; returns what paints them. */
export function addButtons(parent, training, { change, signal }) {
  const row = add(parent, "div", { class: "nb-buttons nb-lab-buttons", role: "group" });
  set(row, { "aria-label": "Training" });
  const isTraining = () => training.mode === "train";
  const train = button(row, "Train", () => (isTraining() ? training.pause() : training.train()), {
    signal,
    class: "nb-lab-train",
  });
  button(row, "Step", () => training.step(), { signal });
  button(row, "Clear", () => training.again(), {
    signal,
    title: "Back to step 0, to the same weights and batches",
  });
  button(row, "New seed", onNewSeed, { signal, title: "Train with other weights and batches" });
  const seeds = button(row, "10 seeds", onSeeds, { signal });

  function onNewSeed() {
    training.trainNext();
    change(({ seed }) => ({ seed: (seed + 1) % 10_000 }));
  }

  function onSeeds() {
    if (training.mode === "seeds") training.pause();
    else training.tenSeeds();
  }

  return () => {
    say(train, isTraining() ? "Pause" : "Train");
    say(seeds, training.mode === "seeds" ? "Stop" : "10 seeds");
  };
}

/** Adds a line for each network, and what is spoken: only what has become of it. */
export function addReadings(parent) {
  const box = add(parent, "div", { class: "nb-lab-readings" });
  const lines = SIDES.map(({ name, tone }) => {
    const line = add(box, "p", { class: `nb-tone-${tone}` });
    add(line, "span", { class: "nb-lab-name" }, `${name}:`);
    return { numbers: add(line, "span"), verdict: add(line, "strong") };
  });
  const both = add(add(box, "p"), "strong");
  const many = add(box, "p");
  const spoken = add(box, "p", { class: "nb-spoken", role: "status" });

  return ({ runs, seeds, goal }) => {
    const verdicts = runs.map(verdict);
    const answer = ofBoth({ runs, goal });
    for (const [i, run] of runs.entries()) {
      say(lines[i].numbers, reading(run));
      say(lines[i].verdict, verdicts[i]);
    }
    const ofMany = seeds ? ofSeeds(seeds, { steps: STRETCH, seeds: SEEDS }, runs[0].spec.data) : "";
    say(both, answer);
    say(many, ofMany);
    const said = verdicts.map((words, i) => words && `${SIDES[i].name}: ${words}`);
    said.push(answer, seeds?.isDone() ? ofMany : "");
    say(spoken, said.filter(Boolean).join(" "));
  };
}
