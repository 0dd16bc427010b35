// Networks of the laboratory, for its tests.

import { examplesOf } from "../../src/normbook/widgets/laboratory/engine/data.mjs";
import { complete } from "../../src/normbook/widgets/laboratory/engine/spec.mjs";
import { Trainer } from "../../src/normbook/widgets/laboratory/engine/trainer.mjs";
import { readJson } from "./page.mjs";

export const digits = readJson("../../src/normbook/data/digits.json");

/** Returns a network at step 0. */
export function makeTrainer(given) {
  const spec = complete(given);
  return new Trainer(spec, examplesOf(spec, digits));
}
