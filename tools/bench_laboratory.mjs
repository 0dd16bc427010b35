// Prints how many steps a second the laboratory's networks make, on one core; fails below what is
// wanted. Usage: node tools/bench_laboratory.mjs

import { complete } from "../src/normbook/widgets/laboratory/engine/spec.mjs";
import { makeTrainer } from "./laboratory.mjs";

const ROUNDS = 5;
const SECONDS = 1; // how long each round takes

const CASES = [
  { wanted: 100, spec: { blocks: 12 } },
  { wanted: 0, spec: { blocks: 24 } },
  { wanted: 0, spec: { blocks: 48 } },
  { wanted: 0, spec: { blocks: 12, data: "digits" } },
  { wanted: 10, spec: { blocks: 24, data: "tokens", batch_size: 16 } },
  { wanted: 0, spec: { blocks: 24, data: "tokens" } },
];

/** Steps a second in the fastest of ROUNDS rounds, which other work has disturbed least. */
function stepsASecond(trainer) {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    const before = trainer.steps;
    let seconds = 0;
    while (seconds < SECONDS) {
      trainer.step();
      seconds = (performance.now() - start) / 1000;
    }
    return (trainer.steps - before) / seconds;
  });
  return Math.max(...rounds);
}

let slow = false;
for (const { wanted, spec: given } of CASES) {
  const spec = complete(given);
  const rate = stepsASecond(makeTrainer(spec));
  slow ||= rate < wanted;
  const what = `${spec.blocks} blocks of ${spec.width}, ${spec.data}, batches of ${spec.batch_size}`;
  const limit = wanted ? `, of ${wanted}` : "";
  console.log(`${rate.toFixed(0).padStart(5)} steps a second: ${what}${limit}`);
}
process.exitCode = Number(slow);
