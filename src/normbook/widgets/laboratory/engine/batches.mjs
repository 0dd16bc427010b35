// Examples as a network reads them, and in which order.

import { streamOf } from "../../_shared/random.mjs";

/** Whether examples are points of the plane. */
export function isOfThePlane({ features }) {
  return features === 2;
}

/** How many tokens an example is: each row of an image is one. */
export function tokensOf({ data }) {
  return data === "tokens" ? 8 : 1;
}

/**
 * Returns a function that writes examples as the network reads them. Coordinates of points are scaled
 * so that uniform ones would have a variance of 1; pixels are shifted and scaled so that those of the
 * training images have mean 0 and variance 1. The first feature is multiplied by the Spec's
 * `input_scale`.
 */
export function standardizer(training, inputScale) {
  const { mean, deviation } = isOfThePlane(training)
    ? { mean: 0, deviation: Math.sqrt(1 / 3) }
    : momentsOf(training.inputs);
  return ({ inputs, features }) =>
    inputs.map((value, i) => ((value - mean) / deviation) * (i % features === 0 ? inputScale : 1));
}

function momentsOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) };
}

/** Takes examples in a new order in each epoch; a last batch that is too small is dropped. */
export class Batches {
  /** @param {import("./types.mjs").Examples} all */
  constructor(all, size) {
    const { features, labels } = all;
    Object.assign(this, { all, features, size });
    this.inputs = new Float64Array(size * features);
    this.labels = new Uint8Array(size);
    this.order = new Int32Array(labels.length);
  }

  reset(seed) {
    this.stream = streamOf(seed, "batches");
    for (let i = 0; i < this.order.length; i += 1) this.order[i] = i;
    this.next = this.order.length;
  }

  /** Fills `inputs` and `labels` with the next batch. */
  draw() {
    const { all, features, size, order, inputs, labels } = this;
    if (this.next + size > order.length) this.#shuffle();
    for (let i = 0; i < size; i += 1) {
      const from = order[this.next + i];
      labels[i] = all.labels[from];
      for (let j = 0; j < features; j += 1) {
        inputs[i * features + j] = all.inputs[from * features + j];
      }
    }
    this.next += size;
  }

  /** Fisher and Yates's shuffle. */
  #shuffle() {
    const { order, stream } = this;
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = Math.floor((i + 1) * stream.uniform());
      const kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    this.next = 0;
  }
}
