// What a frame carries, as arrays that are handed over to the page and come back.

import { BINS, PROBES } from "./probe.mjs";

export const LOSSES = 256; // how many steps are made at most before the page takes a frame

/** The arrays for a network of so many blocks, a plane of so many pixels, so many held-out examples. */
export function makeArrays(blocks, pixels, examples) {
  return {
    losses: new Float64Array(LOSSES),
    numbers: new Float64Array(blocks * PROBES.length),
    counts: new Uint32Array(blocks * BINS),
    pixels: new Uint8Array(pixels),
    wrong: new Uint16Array(examples),
  };
}

export function copyArrays(to, from) {
  for (const name of Object.keys(from)) to[name].set(from[name]);
}

export function buffersOf(arrays) {
  return Object.values(arrays).map(({ buffer }) => buffer);
}

/**
 * Returns the frame of the numbers that came along with arrays.
 * @returns {import("./types.mjs").Frame}
 */
export function frameOf({ losses, size, wrong, ...rest }, arrays) {
  const blocks = Array.from({ length: arrays.counts.length / BINS }, (_, i) => {
    const [gradient, variance, min, median, max] = arrays.numbers.subarray(i * PROBES.length);
    const gamma = Number.isNaN(median) ? null : { min, median, max };
    return {
      gradient,
      variance,
      histogram: arrays.counts.subarray(i * BINS, (i + 1) * BINS),
      gamma,
    };
  });
  return {
    ...rest,
    loss: arrays.losses.subarray(0, losses),
    blocks,
    plane: size ? { size, probabilities: arrays.pixels.subarray(0, size * size) } : null,
    wrong: wrong < 0 ? null : arrays.wrong.subarray(0, wrong),
  };
}
