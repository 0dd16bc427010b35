// Which values each chart shows. A chart's range changes in steps, so that a drag seldom moves it.

/** The four domains; `frozen`, while a bar is dragged, is that of x. */
export function domains({ x }, { mean, y }, frozen) {
  const ofX = frozen ?? fit(x);
  const most = Math.max(2, Math.ceil(Math.sqrt(x.length - 1))); // |x̂| ≤ √(d − 1)
  const ofXHat = [-most, most];
  return {
    x: ofX,
    centred: ofX.map((edge) => edge - mean), // the same picture, measured from the mean
    xHat: ofXHat,
    y: y.every((value) => Math.abs(value) <= most) ? ofXHat : fit(y),
  };
}

/** A round domain with all values well inside, and with 0 unless they are far from it. */
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

/** The step of a value within a domain: about a hundredth of it, and round. */
export function step([low, high]) {
  return 10 ** (Math.floor(Math.log10(high - low)) - 2);
}

/** The first of 1, 2, 5, 10, 20, … that is above a value (10 is not above 10). */
export function roundAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return power * [1, 2, 5, 10].find((factor) => factor * power > value * (1 + 1e-9));
}
