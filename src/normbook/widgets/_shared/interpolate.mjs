// What d3-scale takes of d3-interpolate, for numbers alone: its colours and dates weigh 7 KB in each
// explorable, and no scale here goes through them. tools/bundle.mjs puts this in its place.

export function interpolateNumber(from, to) {
  return (share) => from * (1 - share) + to * share;
}

export function interpolateRound(from, to) {
  return (share) => Math.round(from * (1 - share) + to * share);
}

export function piecewise() {
  throw new Error("A diverging scale needs all of d3-interpolate.");
}

export { interpolateNumber as interpolate };
