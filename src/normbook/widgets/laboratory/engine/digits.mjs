// The first 500 of the book's training images and the first 200 of its test images.

import { HELD_OUT, TRAINING } from "./digits_data.mjs";

/** @returns {{ training: Examples, held_out: Examples }} @typedef {import("./types.mjs").Examples} Examples */
export function readDigits() {
  return { training: read(TRAINING), held_out: read(HELD_OUT) };
}

/** A letter is a pixel, from a for 0 to q for 16. */
function read({ labels, pixels }) {
  return {
    features: 64,
    classes: 10,
    inputs: Float64Array.from(pixels, (letter) => letter.charCodeAt(0) - "a".charCodeAt(0)),
    labels: Uint8Array.from(labels, Number),
  };
}
