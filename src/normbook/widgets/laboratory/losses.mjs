// The losses of runs, as points of curves and of bands: each the mean of a few steps.

const MOST_POINTS = 100;

/** The losses of a run as points [step, mean loss]; of few steps each, while there are few. */
export function pointsOf(losses) {
  const size = sizeFor(losses.length);
  return meansOf(losses, size).map((mean, i) => [(i + 0.5) * size, mean]);
}

/** The band of several runs as points [step, lowest loss, highest loss]; one that ended has no limit. */
export function bandOf(runs) {
  const length = Math.max(0, ...runs.map((losses) => losses.length));
  const size = sizeFor(length);
  const all = runs.map((losses) => meansOf(losses, size));
  return Array.from({ length: Math.floor(length / size) }, (_, i) => {
    const here = all.map((means) => means[i] ?? Number.MAX_VALUE);
    return [(i + 0.5) * size, Math.min(...here), Math.max(...here)];
  });
}

/** The mean loss of the last `steps`, or of all where there are fewer; 0 of none. */
export function lastLoss(losses, steps = 20) {
  const some = losses.slice(-steps);
  return some.length ? mean(some) : 0;
}

function meansOf(losses, size) {
  return Array.from({ length: Math.floor(losses.length / size) }, (_, i) =>
    mean(losses.slice(i * size, (i + 1) * size)),
  );
}

function sizeFor(length) {
  return 2 ** Math.max(0, Math.ceil(Math.log2(length / MOST_POINTS)));
}

/** Their mean; of parts, since the sum of losses that diverge may be no number. */
function mean(values) {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
