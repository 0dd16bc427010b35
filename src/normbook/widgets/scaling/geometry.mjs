// What a chart of a bowl shows: how far its axes reach, its contours, and what of a line is inside.

import { alongEigenvectors, timesHessian } from "./arithmetic.mjs";

const MARGIN = 1.2;
const POINTS = 72; // how many points a contour has
const RADII = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]; // of contours, where that through the start is 1

/**
 * The axes around the best weights: { x, y }, each [low, high], with all of every path whose rate
 * is at most 2 well inside. Weight 2 is drawn `enlarged` times as large as weight 1; `ratio` is
 * the height of the chart over its width.
 */
export function windowOf(bowl, enlarged, ratio) {
  const [reach1, reach2] = reach(bowl).map((distance) => MARGIN * distance);
  const half1 = Math.max(reach1, (reach2 * enlarged) / ratio);
  const half2 = (half1 * ratio) / enlarged;
  const [best1, best2] = bowl.best;
  return { x: [best1 - half1, best1 + half1], y: [best2 - half2, best2 + half2] };
}

/** At rates up to 2 no part of the distance along an eigenvector grows: the sum bounds the path. */
function reach(bowl) {
  const [steepest, other] = alongEigenvectors(bowl);
  return steepest.map((part, i) => Math.abs(part) + Math.abs(other[i]));
}

/** Ellipses of equal loss around the best weights, each a closed list of points. */
export function contours(bowl) {
  const { elongation, correlation, best } = bowl;
  const [p, q] = timesHessian(bowl, best);
  const size = Math.sqrt(p * best[0] + q * best[1]);
  // The eigenvectors of R are (1, 1) and (1, −1), with 1 + ρ and 1 − ρ.
  const [even, odd] = [1 + correlation, 1 - correlation].map((value) => 1 / Math.sqrt(2 * value));
  return RADII.map((radius) =>
    Array.from({ length: POINTS + 1 }, (_, i) => {
      const angle = (2 * Math.PI * i) / POINTS;
      const a = radius * size * even * Math.cos(angle);
      const b = radius * size * odd * Math.sin(angle);
      return [best[0] + a + b, best[1] + (a - b) / elongation];
    }),
  );
}

/** Whether a point is within the axes. */
export function within(at, { x, y }) {
  return at[0] >= x[0] && at[0] <= x[1] && at[1] >= y[0] && at[1] <= y[1];
}

/** The path up to the first point that is outside the axes, that point with it. */
export function untilOutside(path, axes) {
  const outside = path.findIndex((at) => !within(at, axes));
  return outside < 0 ? path : path.slice(0, outside + 1);
}

/** What of a line of points is within the axes; null parts its pieces. */
export function clip(points, axes) {
  const inside = [];
  for (let i = 1; i < points.length; i += 1) {
    const ends = [points[i - 1], points[i]];
    const piece = ends.every((at) => within(at, axes)) ? ends : clipSegment(...ends, axes);
    if (!piece) continue;
    const [from, to] = piece;
    const last = inside.at(-1);
    if (last?.[0] !== from[0] || last[1] !== from[1]) inside.push(null, from);
    inside.push(to);
  }
  return inside;
}

function clipSegment([x0, y0], [x1, y1], { x, y }) {
  let [from, to] = [0, 1];
  for (const [start, move, [low, high]] of [
    [x0, x1 - x0, x],
    [y0, y1 - y0, y],
  ]) {
    if (move === 0) {
      if (start < low || start > high) return null;
      continue;
    }
    const edges = [(low - start) / move, (high - start) / move];
    from = Math.max(from, Math.min(...edges));
    to = Math.min(to, Math.max(...edges));
  }
  if (from >= to) return null;
  const at = (part) => [x0 + part * (x1 - x0), y0 + part * (y1 - y0)];
  return [from === 0 ? [x0, y0] : at(from), to === 1 ? [x1, y1] : at(to)];
}
