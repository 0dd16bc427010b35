// Scales: from the values of an axis to places in a picture, and back.

import { tidy } from "./ranges.mjs";

const HALFWAYS = [
  [10, Math.sqrt(50)],
  [5, Math.sqrt(10)],
  [2, Math.SQRT2],
  [1, 0],
];

/** A linear scale. */
export function scaleLinear() {
  return scale(
    (value) => value,
    (value) => value,
  );
}

/** A logarithmic scale. */
export function scaleLog() {
  return scale(Math.log10, (power) => 10 ** power);
}

/**
 * A function from values to places. `domain` is the [first, last] value and `range` their places:
 * each takes new ones and returns the scale, or without any returns the present ones.
 */
function scale(into, back, domain = [0, 1], range = [0, 1]) {
  const made = (value) => {
    const [first, last] = domain.map(into);
    const share = last === first ? 0.5 : (into(value) - first) / (last - first);
    return between(range, share);
  };
  return Object.assign(made, {
    domain: (wanted) => {
      if (!wanted) return [...domain];
      domain = [...wanted];
      return made;
    },
    range: (wanted) => {
      if (!wanted) return [...range];
      range = [...wanted];
      return made;
    },
    invert: (place) => back(between(domain.map(into), (place - range[0]) / (range[1] - range[0]))),
    copy: () => scale(into, back, domain, range),
    ticks: (count) => roundValues(domain, count),
  });
}

function between([from, to], share) {
  return from * (1 - share) + to * share;
}

/** About `count` round values of an axis, 1, 2 or 5 times a power of ten apart. */
function roundValues([low, high], count) {
  if (low === high) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const [factor] = HALFWAYS.find(([, least]) => rough / power >= least);
  const step = factor * power;
  const first = Math.ceil(tidy(low / step));
  const last = Math.floor(tidy(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => tidy((first + i) * step));
}
