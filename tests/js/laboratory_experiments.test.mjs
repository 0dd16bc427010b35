// What the book says of the laboratory's presets holds, in as many of ten seeds as it says.

import assert from "node:assert/strict";
import test from "node:test";
import { MEASURING } from "../../src/normbook/widgets/laboratory/engine/norms.mjs";
import { Sight } from "../../src/normbook/widgets/laboratory/engine/sight.mjs";
import { parse, specsOf } from "../../src/normbook/widgets/laboratory/state.mjs";
import { makeTrainer } from "./laboratory.mjs";
import { readJson } from "./page.mjs";

const { seeds, last, presets } = readJson("../../src/normbook/data/experiments/laboratory.json");
const SIDES = ["A", "B"];

/** Trains a network; returns what may be said of it. */
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
    "loss in evaluation, times that in training": evaluation.loss / training.loss,
    state: sight.state(losses.at(-1)).kind,
  };
}

/** Trains those of a preset's networks of which something is said; returns what is, by side. */
function trainBoth({ set, steps, found }, seed) {
  const specs = specsOf({ ...parse(set), seed });
  const both = SIDES.map((side, i) => (found[side] ? measure(specs[i], steps) : {}));
  for (const [i, one] of both.entries()) {
    one["loss, times the other’s"] = one.loss / both[1 - i].loss;
  }
  return Object.fromEntries(SIDES.map((side, i) => [side, both[i]]));
}

for (const [name, { besides = [], ...preset }] of Object.entries(presets)) {
  test(`${name}: what is said of it holds`, () => check(preset));
  for (const { set, steps = preset.steps, found } of besides) {
    const other = { set: { ...preset.set, ...set }, steps, found };
    const title = `${name} with ${JSON.stringify({ ...set, steps })}`;
    test(`${title}: what is said of it holds`, () => check(other));
  }
}

/** Trains a preset's networks from each seed, and asks of each claim in how many it holds. */
function check(preset) {
  const measured = seeds.map((seed) => trainBoth(preset, seed));
  for (const [side, claims] of Object.entries(preset.found)) {
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
  return above === undefined ? value < below : value > above;
}
