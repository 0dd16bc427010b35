// The same two networks with ten seeds, one after the other: how much of a result is luck.

import { network } from "./network.mjs";

export const SEEDS = 10;

/** Trains both networks `steps` steps with each seed. `losses` has those of each, run by run. */
export function tenSeeds(specs, { steps, start, changed }) {
  const losses = specs.map(() => []);
  const made = { losses, heed, close, isDone: () => losses[0].length === SEEDS };
  let going = true;
  let runs = makeRuns();

  function makeRuns() {
    const seed = losses[0].length;
    return specs.map((spec) =>
      network({ ...spec, seed: spec.seed + seed }, { start, changed: onFrame }),
    );
  }

  function onFrame() {
    if (runs.every((run) => run.ended || run.step >= steps)) next();
    return changed();
  }

  function next() {
    for (const [i, run] of runs.entries()) losses[i].push(run.losses);
    close();
    runs = made.isDone() ? [] : makeRuns();
    heed(going);
  }

  function heed(wanted) {
    going = wanted;
    for (const run of runs) wanted ? run.goTo(steps) : run.rest();
  }

  function close() {
    for (const run of runs) run.close();
  }

  return made;
}
