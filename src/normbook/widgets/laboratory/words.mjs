// What is to be said of a run: how far it is, and what has become of it.

import { format, scientific } from "../_shared/numbers.mjs";
import { lastLoss } from "./losses.mjs";
import { percent } from "./plane.mjs";
import { classesOf } from "./state.mjs";
import { STRETCH } from "./training.mjs";

const LEARNED = 0.05; // a network with a loss below this is said to have learned
const NEARLY = 0.2; // and below this nearly: on average the right class gets more than 80%
const NEAR_A_GUESS = [0.95, 1.2]; // a loss in this range, in units of a guess's, is that of a guess
const ENOUGH = 0.8; // a network that has a smaller share right, and much of a guess's loss, has failed
const PATIENCE = 100; // after so many steps a network may be said to learn nothing
const WHO = ["neither learns", "only B learns", "only A learns", "both learn"];
const VANISHED = 1e-4; // a gradient has vanished if it is a smaller share of the blocks' largest

/** How far a run is, in numbers. */
export function reading({ step, losses, frame, evaluation }) {
  if (!frame || !step) return "not trained yet: press Train.";
  const { accuracy, looked_at: looked } = frame;
  const far = `step ${format(step)}, loss ${small(lastLoss(losses), 3)}`;
  if (looked < 0) return `${far}.`;
  const found = `${far}, ${percent(accuracy)} right`;
  if (looked !== step) return `${found} at step ${format(looked)}.`;
  return evaluation
    ? `${found} by running statistics, ${percent(evaluation.training.accuracy)} by the batch’s own.`
    : `${found}.`;
}

/** What was measured of a block, in words: in a network that diverges it may be no number. */
export function measured(value) {
  return Number.isFinite(value) ? format(value, 3) : "not finite";
}

/** What has become of a run; nothing while there is nothing to say. It changes seldom. */
export function verdict(run) {
  const { ended, frame, step } = run;
  if (ended) return ofEnd(ended, run);
  if (!frame) return "";
  const { kind, block, share } = frame.state;
  if (kind === "diverged")
    return `${sure("far above")} Its largest gradient is ${place(block, run)}.`;
  if (kind === "dead") return ofDead(block, run);
  if (kind === "saturated") {
    const outputs = `${most(share)} of the outputs ${place(block, run)}`;
    return `Saturated: ${outputs} are at their ends, and let hardly a gradient through.`;
  }
  return step ? ofLearning(run) : "";
}

function ofEnd({ why, step, block, message }, run) {
  if (why === "failed") return `Stopped at step ${step}: ${message}`;
  return `Diverged at step ${step}, first ${place(block, run)}.`;
}

/**
 * What it means that all ReLUs of a block are 0. Without a residual connection the block's output is
 * then the same for all examples, and so is the network's answer.
 */
function ofDead(block, run) {
  const zero = `all ReLUs ${place(block, run)} are 0`;
  return run.spec.placement === "plain"
    ? `Dead: ${zero}, and nothing goes past them: one answer to every example.`
    : `Idle: ${zero}, and add the same to every example. What goes past them is not lost.`;
}

function ofLearning(run) {
  const { spec, step, losses, frame } = run;
  const loss = lastLoss(losses);
  if (loss < LEARNED) return "It has learned.";
  if (step < PATIENCE) return "";
  const [better, worse] = NEAR_A_GUESS.map((times) => times * Math.log(classesOf(spec.data)));
  if (loss < NEARLY) return "Nearly learned.";
  if (loss < better) {
    return step >= STRETCH && hasFailed(run)
      ? "Not learned: over half of a guess’s loss is left, and over a fifth is wrong."
      : "Better than a guess, and much left to learn.";
  }
  if (loss > worse) return sure("above");
  const stuck = `Still near a guess: its loss is about ln ${classesOf(spec.data)}.`;
  const gradients = frame.blocks.map(({ gradient }) => gradient);
  const vanished = gradients[0] < VANISHED * Math.max(...gradients);
  return vanished ? `${stuck} Hardly a gradient reaches block 1.` : stuck;
}

/**
 * Whether a run has failed. A loss below a guess's alone does not say so: a few examples that are wrong
 * for sure may make most of it.
 */
function hasFailed({ spec, losses, frame, ended }) {
  if (ended) return ended.why === "diverged";
  const ofGuess = lastLoss(losses) / Math.log(classesOf(spec.data));
  return ofGuess > 1 || (ofGuess > 0.5 && frame.accuracy < ENOUGH);
}

const hasLearned = ({ losses, ended }) => !ended && lastLoss(losses) < NEARLY;

/** Which of both learn, when they are where Train takes them; nothing where one is in between. */
export function ofBoth({ runs, goal }) {
  if (!runs.every(({ ended, step }) => ended || step >= goal)) return "";
  if (!runs.every((run) => hasLearned(run) || hasFailed(run))) return "";
  const [a, b] = runs.map(hasLearned);
  const who = WHO[2 * a + b];
  const steps = Math.max(...runs.map(({ step }) => step));
  const [depth, other] = runs.map(({ spec }) => spec.blocks);
  return `${depth === other ? `At depth ${depth}` : "Here"} ${who} in ${steps} steps.`;
}

/** The words for a loss above a guess's: many answers may be right, but the wrong ones are sure. */
function sure(howMuch) {
  return `Its loss is ${howMuch} a guess’s: sure where it is wrong.`;
}

function place(block, { spec: { blocks } }) {
  if (block === 0) return "before the first block";
  return block > blocks ? "behind the last block" : `in block ${block}`;
}

/** A share in words, rounded down to a tenth, so that what is said seldom changes. */
function most(share) {
  return share > 0.99 ? "all" : `over ${Math.floor(10 * share) * 10}%`;
}

/** A number of many sizes: what is below a thousandth, with a power of ten. */
export function small(value, digits = 4) {
  return value > 0 && value < 0.001 ? scientific(value) : format(value, digits);
}

/** What ten seeds have shown of each network. */
export function ofSeeds({ losses, isDone }, { steps, seeds }, data) {
  const done = losses[0].length;
  if (!isDone()) return `Seed ${done + 1} of ${seeds} …`;
  const least = Math.log(classesOf(data)) / 2;
  const counts = losses.map((runs) => {
    const whole = runs.filter(({ length }) => length >= steps).map((run) => lastLoss(run));
    return whole.filter((loss) => loss < least).length;
  });
  return `At step ${steps} the loss is below half of a guess’s in ${counts[0]} of ${seeds} seeds with A, in ${counts[1]} with B.`;
}
