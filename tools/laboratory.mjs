// Networks of the laboratory, for the tools and the tests.

import { readFileSync } from "node:fs";
import { examplesOf } from "../src/normbook/widgets/laboratory/engine/data.mjs";
import { complete } from "../src/normbook/widgets/laboratory/engine/spec.mjs";
import { Trainer } from "../src/normbook/widgets/laboratory/engine/trainer.mjs";

export const DATA = new URL("../src/normbook/data/", import.meta.url);
export const digits = readJson("digits.json");

/** Returns what a JSON file of the package's data holds. */
export function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, DATA), "utf8"));
}

/** Returns a network at step 0. */
export function makeTrainer(given) {
  const spec = complete(given);
  return new Trainer(spec, examplesOf(spec, digits));
}
