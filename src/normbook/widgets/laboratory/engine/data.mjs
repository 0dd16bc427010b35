// What is learned: points of the plane, drawn from a seed, and handwritten digits.

import { streamOf } from "../../_shared/random.mjs";

const TRAINING = 512;
const HELD_OUT = 256;
const TURNS = 1.5; // how often each spiral goes around the middle
const NOISE = 0.02;

/** Draws a point of each kind for a class. */
const DRAW = {
  spirals(stream, label) {
    const radius = Math.sqrt(stream.uniform()); // the root spreads points evenly along the arm
    const angle = 2 * Math.PI * (TURNS * radius + label / 2);
    return ring(stream, 0.95 * radius, angle, NOISE);
  },
  circles(stream, label) {
    return ring(stream, label ? 0.4 : 0.8, 2 * Math.PI * stream.uniform(), 3 * NOISE);
  },
  xor(stream, label) {
    const x = away(2 * stream.uniform() - 1);
    const y = away(Math.abs(2 * stream.uniform() - 1));
    return [x, x < 0 === Boolean(label) ? y : -y];
  },
};

function ring(stream, radius, angle, noise) {
  const x = radius * Math.cos(angle) + noise * stream.deviate();
  const y = radius * Math.sin(angle) + noise * stream.deviate();
  return [Math.max(-1, Math.min(1, x)), Math.max(-1, Math.min(1, y))];
}

/** Leaves a gap along the axes. */
function away(x) {
  return 0.05 * Math.sign(x) + 0.95 * x;
}

/**
 * Returns what a network learns from, and what is held out. Digits are the same for every seed.
 * @param {{ data: string, seed: number }} spec
 * @param {Digits} [digits]  for data that are made of them
 * @returns {{ training: Examples, held_out: Examples }}
 * @typedef {import("./types.mjs").Examples} Examples
 * @typedef {import("./types.mjs").Digits} Digits
 */
export function examplesOf({ data, seed }, digits) {
  if (data in DRAW) {
    return {
      training: points(data, streamOf(seed, "training points"), TRAINING),
      held_out: points(data, streamOf(seed, "held-out points"), HELD_OUT),
    };
  }
  return { training: images(digits.training), held_out: images(digits.held_out) };
}

/** A letter is a pixel, from a for 0 to q for 16. */
function images({ labels, pixels }) {
  return {
    features: 64,
    classes: 10,
    inputs: Float64Array.from(pixels, (letter) => letter.charCodeAt(0) - "a".charCodeAt(0)),
    labels: Uint8Array.from(labels, Number),
  };
}

/** Returns points of two classes in turn. */
function points(data, stream, count) {
  const inputs = new Float64Array(2 * count);
  const labels = Uint8Array.from({ length: count }, (_, i) => i % 2);
  for (let i = 0; i < count; i += 1) inputs.set(DRAW[data](stream, labels[i]), 2 * i);
  return { features: 2, classes: 2, inputs, labels };
}
