// Which values a chart shows. A range changes in steps, so that a drag seldom moves it.

/** A round range with all values well inside, and with 0 unless they are far from it. */
export function fit(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const largest = Math.max(-low, high, 1e-6);
  const spread = high - low;
  if (spread > 0 && largest > 8 * spread) {
    const half = roundAbove(0.75 * spread);
    const middle = (Math.round((low + high) / half) * half) / 2;
    return [middle - half, middle + half];
  }
  const edge = roundAbove(largest);
  if (low > -edge / 2) return [-edge / 2, edge];
  if (high < edge / 2) return [-edge, edge / 2];
  return [-edge, edge];
}

/** A range that a drag may leave: with all values inside it, and no smaller than it was. */
export function widened([low, high], values) {
  return [Math.min(low, ...values), Math.max(high, ...values)];
}

/** A round range around 0 with all values inside, and at least as wide as ±`least`. */
export function fitAround0(values, least = 1e-6) {
  const largest = Math.max(...values.map(Math.abs));
  const edge = largest <= least ? least : roundAbove(largest);
  return [-edge, edge];
}

/** The step in which a value is changed within a range: a round number, about a hundredth of it. */
export function step([low, high]) {
  return 10 ** (Math.floor(Math.log10(high - low)) - 2);
}

/** The first of 1, 2, 5, 10, 20, … that is above a value (10 is not above 10). */
export function roundAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return power * [1, 2, 5, 10].find((factor) => factor * power > value * (1 + 1e-9));
}

/** 1, 2 and 5 times each power of ten from `low` to `high`, both of them powers of ten. */
export function oneTwoFive(low, high) {
  const values = [];
  for (let power = Math.round(Math.log10(low)); power < Math.round(Math.log10(high)); power += 1) {
    values.push(...[1, 2, 5].map((factor) => Number(`${factor}e${power}`)));
  }
  return [...values, high];
}

/**
 * The index of the value nearest to the wanted one: by their ratio, where 0 counts as 1e-13, or by
 * their difference if one of all these numbers is negative.
 */
export function nearest(values, wanted) {
  const place = [...values, wanted].some((value) => value < 0)
    ? (value) => value
    : (value) => Math.log(value + 1e-13);
  const distance = (value) => Math.abs(place(value) - place(wanted));
  return values.reduce(
    (best, value, i) => (distance(value) < distance(values[best]) ? i : best),
    0,
  );
}

/** Rounds away the error of binary fractions: 0.1 + 0.2 becomes 0.3. */
export function tidy(value) {
  return Number(value.toPrecision(12));
}
