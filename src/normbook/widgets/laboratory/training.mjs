// Both networks at work, side by side, while somebody looks.

import { network } from "./network.mjs";
import { tenSeeds } from "./seeds.mjs";

export const STRETCH = 300; // the steps that one press of Train takes them

/**
 * `start` makes sessions, see network.mjs; `changed`, of pacer.mjs, is told when there is something
 * new to show. Nothing is made before the reader asks for it, and no step is taken unseen.
 */
export function training({ start, changed }) {
  const desk = { runs: [], seeds: null, goal: STRETCH, mode: "rest" };
  let awake = false; // whether the reader has asked for a step
  let seen = false;

  const isDone = (run) => run.ended !== null || run.step >= desk.goal;
  const make = (spec) => network(spec, { start, changed: onFrame });

  function onFrame() {
    if (desk.mode === "train" && desk.runs.every(isDone)) desk.mode = "rest";
    if (desk.mode === "seeds" && desk.seeds.isDone()) desk.mode = "rest";
    return changed();
  }

  /** Each network goes on, or waits. */
  function heed() {
    if (!awake) return;
    for (const run of desk.runs) {
      if (seen) run.wake();
      if (seen && desk.mode === "train") run.goTo(desk.goal);
      else run.rest();
    }
    desk.seeds?.heed(seen && desk.mode === "seeds");
  }

  function set(mode) {
    if (desk.mode === "seeds") closeSeeds(); // they cannot go on
    desk.mode = mode;
    awake ||= mode !== "rest";
    heed();
    changed({ rest: 0 }); // the first step may come at once
  }

  function closeSeeds() {
    desk.seeds?.close();
    desk.seeds = null;
    if (desk.mode === "seeds") desk.mode = "rest";
  }

  /** Makes those networks anew that are not to be kept. */
  function renew(specs, kept) {
    closeSeeds();
    desk.runs = specs.map((spec, i) => {
      if (kept[i]) return desk.runs[i];
      desk.runs[i]?.close();
      return make(spec);
    });
    if (!kept.some(Boolean)) desk.goal = STRETCH;
  }

  return Object.assign(desk, {
    /** Has networks of these specs; one whose spec is as before goes on. */
    fit(specs) {
      const kept = specs.map((spec, i) => isSame(spec, desk.runs[i]?.spec));
      if (!kept.every(Boolean)) renew(specs, kept);
    },
    heed,
    /** Goes on, from the start if nothing is left to be trained. */
    train() {
      if (desk.runs.every(({ ended }) => ended)) desk.again();
      if (desk.runs.every(isDone)) desk.goal += STRETCH;
      set("train");
    },
    /** What a change of the settings makes next is trained at once. */
    trainNext() {
      awake = true;
      closeSeeds();
      desk.mode = "train";
    },
    pause: () => set("rest"),
    step() {
      awake = true;
      if (desk.mode !== "rest") set("rest");
      else changed({ rest: 0 }); // a step that is still under way is not stopped
      if (seen) for (const run of desk.runs) run.goOn();
    },
    /** The same weights and batches, from the start. */
    again() {
      const specs = desk.runs.map(({ spec }) => spec);
      renew(
        specs,
        specs.map(() => false),
      );
      set("rest");
    },
    tenSeeds() {
      closeSeeds();
      const specs = desk.runs.map(({ spec }) => spec);
      desk.seeds = tenSeeds(specs, { steps: STRETCH, start, changed: onFrame });
      set("seeds");
    },
    see(now) {
      seen = now;
      heed();
    },
    close() {
      closeSeeds();
      for (const run of desk.runs) run.close();
    },
  });
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
