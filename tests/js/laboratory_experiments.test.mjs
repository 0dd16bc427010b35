// What the book says of settings of the laboratory holds, in as many of ten seeds as it says.

import assert from "node:assert/strict";
import test from "node:test";
import { MEASURING } from "../../src/normbook/widgets/laboratory/engine/norms.mjs";
import { Sight } from "../../src/normbook/widgets/laboratory/engine/sight.mjs";
import { makeTrainer } from "./laboratory.mjs";
import { readJson } from "./page.mjs";

const { seeds, last, experiments } = readJson("../../src/normbook/data/laboratory.json");

/** Trains a setting; returns what a claim may be about. */
function measure(spec, steps) {
  const trainer = makeTrainer(spec);
  const losses = [];
  while (losses.length < steps && !trainer.end) losses.push(trainer.step());
  const sight = new Sight(trainer);
  const training = sight.evaluate(MEASURING);
  const evaluation = sight.evaluate();
  const ending = losses.slice(-last);
  return {
    "largest loss": trainer.end ? Infinity : Math.max(...losses),
    loss: trainer.end ? Infinity : ending.reduce((sum, loss) => sum + loss, 0) / ending.length,
    accuracy: evaluation.accuracy,
    "loss in evaluation": evaluation.loss,
    "loss in training": training.loss,
    state: sight.state(losses.at(-1)).kind,
  };
}

for (const { name, steps, shared, runs, claims } of experiments) {
  test(`${name}: what is said of it holds`, () => {
    const measured = Array.from({ length: seeds }, (_, seed) =>
      Object.fromEntries(
        Object.entries(runs).map(([run, own]) => [
          run,
          measure({ ...shared, ...own, seed }, steps),
        ]),
      ),
    );
    for (const claim of claims) {
      const holding = measured.filter((runs) => holds(claim, runs)).length;
      const values = measured.map((runs) => readOf(claim, runs)).join(", ");
      assert.ok(
        holding >= (claim.seeds ?? seeds),
        `${JSON.stringify(claim)} holds in ${holding} of ${seeds}: ${values}`,
      );
    }
  });
}

function readOf({ run, of }, measured) {
  return measured[run][of];
}

/** A claim compares what a run measured with a number, a word, or another measurement. */
function holds(claim, measured) {
  const value = readOf(claim, measured);
  if (claim.is) return value === claim.is;
  if (claim.below !== undefined) return value < claim.below;
  if (claim.above !== undefined) return value > claim.above;
  const { times = 1, ...other } = claim.more_than;
  return value > times * readOf({ ...claim, ...other }, measured);
}
