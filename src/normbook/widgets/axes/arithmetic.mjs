// One small tensor in two layouts, and the sets of its values that share their statistics, in float64.

import { average, moments } from "../_shared/moments.mjs";

export const POSITIONS = 4; // the size of T, or of H·W
export const FEATURES = 6; // the size of D, or of C
export const EPS = 1e-5;
const WIDTH = 2; // the size of W

export const LAYOUTS = {
  NTD: {
    axes: ["n", "t", "d"],
    sizes: (batch) => [batch, POSITIONS, FEATURES],
    place: ([n, t, d]) => ({ n, t, d }),
    index: ({ n, t, d }) => [n, t, d],
  },
  NCHW: {
    axes: ["n", "c", "h", "w"],
    sizes: (batch) => [batch, FEATURES, POSITIONS / WIDTH, WIDTH],
    place: ([n, c, h, w]) => ({ n, t: WIDTH * h + w, d: c }),
    index: ({ n, t, d }) => [n, d, Math.floor(t / WIDTH), t % WIDTH],
  },
};

// A place is { n, t, d } in both layouts: channel c is feature d, and pixel (h, w) is position
// t = 2h + w. So both hold the same numbers, and only what is drawn, and layer and RMS norm, differ.

/** Every place of a tensor, in the order of (N, T, D). */
export function places(batch) {
  return Array.from({ length: batch * POSITIONS * FEATURES }, (_, i) => ({
    n: Math.floor(i / (POSITIONS * FEATURES)),
    t: Math.floor(i / FEATURES) % POSITIONS,
    d: i % FEATURES,
  }));
}

/** The number of a place in the order of (N, T, D). */
export function numberOf({ n, t, d }) {
  return (n * POSITIONS + t) * FEATURES + d;
}

/** The value at a place, as Axes.values() of widget.py has it. */
export function valueAt(place) {
  return place.d + 2 * place.n + (numberOf(place) ** 3 % 5);
}

// For each norm, what tells the sets apart: places with the same key are normalized together.
const SETS = {
  batch: ({ d }) => [d],
  layer: ({ n, t }, { tensor }) => (tensor === "NTD" ? [n, t] : [n]),
  rms: (place, state) => SETS.layer(place, state),
  instance: ({ n, d }) => [n, d],
  group: ({ n, d }, { groups }) => [n, Math.floor((d * groups) / FEATURES)],
  channel: ({ n, t }) => [n, t],
};

/**
 * Returns the sets of values that are normalized together, and the set of each place by its number.
 * A set has its `numbers`, their `x`, `mean` (of RMS norm null), `square` (the variance, of RMS norm
 * the mean square) and `xHat`.
 */
export function normalize(state) {
  const sets = new Map();
  const setOf = places(state.batch).map((place, number) => {
    const key = SETS[state.norm](place, state).join();
    if (!sets.has(key)) sets.set(key, { numbers: [], x: [] });
    const set = sets.get(key);
    set.numbers.push(number);
    set.x.push(valueAt(place));
    return set;
  });
  const statistics = state.norm === "rms" ? aroundZero : aroundMean;
  for (const set of sets.values()) {
    const { mean, square, centred } = statistics(set.x);
    const root = Math.sqrt(square + EPS);
    Object.assign(set, { mean, square, xHat: centred.map((value) => value / root) });
  }
  return { sets: [...sets.values()], setOf };
}

/** The normalized value of one place. */
export function xHatAt({ setOf }, place) {
  const number = numberOf(place);
  const { numbers, xHat } = setOf[number];
  return xHat[numbers.indexOf(number)];
}

function aroundMean(x) {
  const { mean, centred, variance } = moments(x);
  return { mean, centred, square: variance };
}

function aroundZero(x) {
  return { mean: null, centred: x, square: average(x.map((value) => value * value)) };
}
