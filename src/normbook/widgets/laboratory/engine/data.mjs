// What is learned: points of the plane, drawn from a seed, and handwritten digits.

import { streamOf } from "../../_shared/random.mjs";
import { readDigits } from "./digits.mjs";

const TRAINING = 512;
const HELD_OUT = 256;
const TURNS = 1.5; // of each spiral
const NOISE = 0.02;

/** Draws a point of each kind for a class. */
const DRAW = {
  spirals(stream, label) {
    const radius = Math.sqrt(stream.uniform()); // as many points for each piece of the arm
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
 * @returns {{ training: Examples, held_out: Examples }}
 * @typedef {import("./types.mjs").Examples} Examples
 */
export function examplesOf({ data, seed }) {
  if (!(data in DRAW)) return readDigits();
  return {
    training: points(data, streamOf(seed, "training points"), TRAINING),
    held_out: points(data, streamOf(seed, "held-out points"), HELD_OUT),
  };
}

/** Returns points of two classes in turn. */
function points(data, stream, count) {
  const inputs = new Float64Array(2 * count);
  const labels = Uint8Array.from({ length: count }, (_, i) => i % 2);
  for (let i = 0; i < count; i += 1) inputs.set(DRAW[data](stream, labels[i]), 2 * i);
  return { features: 2, classes: 2, inputs, labels };
}
