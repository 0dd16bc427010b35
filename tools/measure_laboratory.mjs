// Trains what the book says of the laboratory's presets, from each of its seeds, and records what
// is measured. Usage: node tools/measure_laboratory.mjs (six minutes)

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { arch, argv, versions } from "node:process";
import { fileURLToPath } from "node:url";
import { MEASURING } from "../src/normbook/widgets/laboratory/engine/norms.mjs";
import { Sight } from "../src/normbook/widgets/laboratory/engine/sight.mjs";
import { parse, specsOf } from "../src/normbook/widgets/laboratory/state.mjs";
import { DATA, makeTrainer, readJson } from "./laboratory.mjs";

const RECORD = new URL("experiments/laboratory_runs.json", DATA);
const SIDES = ["A", "B"];
const DIGITS = 6; // significant, of what is recorded

const { seeds, last, presets } = readJson("experiments/laboratory.json");

/** What the book says something of: each preset, and what it tries besides, by its name. */
export function experimentsOf() {
  return Object.fromEntries(
    Object.entries(presets).flatMap(([name, { besides = [], ...preset }]) => [
      [name, preset],
      ...besides.map(({ set, steps = preset.steps, found }) => [
        `${name} with ${JSON.stringify({ ...set, steps })}`,
        { set: { ...preset.set, ...set }, steps, found },
      ]),
    ]),
  );
}

/**
 * Trains those networks of an experiment of which something is said; returns what is, by side. What
 * is not finite is its name, since JSON has no number for it.
 */
export function measure({ set, steps, found }, seed) {
  const specs = specsOf({ ...parse(set), seed });
  const sides = SIDES.filter((side) => found[side]);
  const measured = sides.map((side) => train(specs[SIDES.indexOf(side)], steps));
  if (sides.length === 2) {
    for (const [i, one] of measured.entries()) {
      one["loss, times the other’s"] = one.loss / measured[1 - i].loss;
    }
  }
  return Object.fromEntries(sides.map((side, i) => [side, mapValues(measured[i], recorded)]));
}

/** Trains a network; returns what may be said of it. */
function train(spec, steps) {
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

function recorded(value) {
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : String(value);
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

function record() {
  const start = performance.now();
  const runs = mapValues(experimentsOf(), (experiment) =>
    seeds.map((seed) => measure(experiment, seed)),
  );
  return {
    command: "node tools/measure_laboratory.mjs",
    seeds,
    versions: { node: versions.node, v8: versions.v8 },
    date: new Date().toISOString().slice(0, 10),
    machine: { cores: availableParallelism(), architecture: arch },
    seconds: Math.round((performance.now() - start) / 1000),
    runs,
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(RECORD, `${JSON.stringify(record())}\n`);
}
