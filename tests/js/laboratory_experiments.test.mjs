// What the book says of the laboratory's presets holds, in as many of ten seeds as it says: of what
// is recorded, and the record is what the engine computes. Of each experiment one seed is trained
// again, another in each; `node tools/measure_laboratory.mjs` trains all.

import assert from "node:assert/strict";
import test from "node:test";
import { experimentsOf, measure } from "../../tools/measure_laboratory.mjs";
import { readJson } from "./page.mjs";

const { seeds, runs } = readJson("../../src/normbook/data/experiments/laboratory_runs.json");
const ROUNDING = 1e-5; // of what is recorded, with a digit to spare

test("what is recorded is what the book speaks of", () => {
  const spoken = Object.entries(experimentsOf()).map(([name, { found }]) => [name, found]);
  const sides = spoken.map(([name, found]) => [name, Object.keys(found).sort()]);
  const recorded = Object.entries(runs).map(([name, [first]]) => [name, Object.keys(first).sort()]);
  assert.deepEqual(recorded, sides);
});

for (const [i, [name, experiment]] of Object.entries(experimentsOf()).entries()) {
  test(`${name}: what is said of it holds`, () => check(experiment.found, runs[name]));

  const at = i % seeds.length;
  test(`${name}: seed ${seeds[at]} is what is recorded`, () => {
    const again = measure(experiment, seeds[at]);
    for (const [side, recorded] of Object.entries(runs[name][at])) {
      for (const [of, value] of Object.entries(recorded)) {
        assert.ok(
          isAlike(again[side][of], value),
          `${side}: ${of}: ${again[side][of]}, not ${value}`,
        );
      }
    }
  });
}

/** Asks of each claim in how many of the seeds it holds. */
function check(found, measured) {
  for (const [side, claims] of Object.entries(found)) {
    for (const [of, claim] of Object.entries(claims)) {
      const values = measured.map((both) => both[side][of]);
      const holding = values.filter((value) => holds(claim, value)).length;
      assert.ok(
        holding >= (claim.seeds ?? seeds.length),
        `${side}: ${of}: ${JSON.stringify(claim)} holds in ${holding}: ${values.join(", ")}`,
      );
    }
  }
}

/** What is measured is a word, or lies on one side of a number. */
function holds({ is, above, below }, value) {
  if (is) return value === is;
  return above === undefined ? Number(value) < below : Number(value) > above;
}

function isAlike(value, recorded) {
  return value === recorded || Math.abs(value - recorded) < ROUNDING * Math.abs(recorded);
}
