// What the record says of a state: which curves, within which ranges, and how they compare.

// The same limits as in widget.py.
export const DEPTHS = [6, 12, 24, 48];
export const TRAINED_DEPTHS = [6, 12, 24];
export const STEPS = [0, 10, 40, 150];

const MARGIN = 0.05; // in decades: how far a curve stays from the ends of the axis

/** The placements that a state shows: one, or two that differ. */
export function shown({ placement, other }) {
  return other === "none" || other === placement ? [placement] : [placement, other];
}

/** A recorded run of training. */
export function runOf(record, placement, { depth, warmup }) {
  return record.training[placement][depth][warmup ? "warmup" : "none"];
}

/** The gradient of each block, and the variance of the stream before the first and after each. */
export function blocksOf(record, placement, state) {
  if (state.phase === "init") return record.init[placement][state.depth];
  const { gradient, variance } = runOf(record, placement, state);
  const at = record.steps.indexOf(state.step);
  return { gradient: gradient[at], variance: variance[at] };
}

/** The range of one axis for all that a state shows, at whichever step: a step moves no axis. */
export function rangeOf(record, key, state) {
  const values = shown(state).flatMap((placement) =>
    state.phase === "init"
      ? record.init[placement][state.depth][key]
      : runOf(record, placement, state)[key].flat(),
  );
  return decades(values);
}

/** The powers of ten around all values that a logarithmic axis can show. */
export function decades(values) {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  const low = Math.floor(Math.min(...powers) - MARGIN);
  const high = Math.ceil(Math.max(...powers) + MARGIN);
  return [low, high].map((power) => Number(`1e${power}`));
}

/** Values as points of a curve; a gap where there is none. */
export function pointsOf(values, xs) {
  return values.map((value, i) => (value === null ? null : [xs[i], value]));
}

/** The gradient of the last block at initialization, at each depth. */
export function lastGradients(record, placement) {
  return DEPTHS.map((depth) => record.init[placement][depth].gradient.at(-1));
}

/** By how much a block adds to the variance of the stream, on average. */
export function growth({ variance }) {
  return (variance.at(-1) - variance[0]) / (variance.length - 1);
}

/** How much larger the largest value is than the smallest. */
export function spread(values) {
  return Math.max(...values) / Math.min(...values);
}

/** The first recorded step without a number in a run; undefined where there is none such. */
export function divergedAt({ gradient, variance, loss, loss_steps: lossSteps }, steps) {
  const ofLoss = lossSteps[loss.indexOf(null)];
  const ofBlocks = steps.find((_, k) => [...gradient[k], ...variance[k]].includes(null));
  const both = [ofLoss, ofBlocks].filter((step) => step !== undefined);
  return both.length ? Math.min(...both) : undefined;
}

/** DeepNorm's weight of the stream. */
export function alphaOf(depth) {
  return (2 * depth) ** 0.25;
}
