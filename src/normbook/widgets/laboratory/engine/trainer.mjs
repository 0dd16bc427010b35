// A network, its batches and its optimizer: one step after the other, until it diverges.

import { Batches, standardizer, tokensOf } from "./batches.mjs";
import { Network } from "./network.mjs";
import { MEASURING, TRAINING } from "./norms.mjs";
import { OPTIMIZER, warmedUp } from "./optimizer.mjs";
import { complete } from "./spec.mjs";

const CHUNK = 64; // at least so many examples go through together where nothing is learned

export class Trainer {
  /**
   * @param {Partial<import("./types.mjs").Spec>} given
   * @param {{ training: Examples, held_out: Examples }} examples  those of examplesOf(spec)
   * @typedef {import("./types.mjs").Examples} Examples
   */
  constructor(given, examples) {
    this.spec = complete(given);
    const { features, classes } = examples.training;
    const tokens = tokensOf(this.spec);
    this.most = Math.max(CHUNK, this.spec.batch_size);
    this.network = new Network(this.spec, { features, classes, tokens, most: this.most });
    this.optimizer = new OPTIMIZER[this.spec.optimizer](this.network.parameters);
    this.reset(this.spec.seed, examples);
  }

  /** Goes back to step 0, with this seed for the order of the examples and for the first weights. */
  reset(seed, { training, held_out: heldOut }) {
    const { spec, network } = this;
    const standardized = standardizer(training, spec.input_scale);
    this.heldOut = { ...heldOut, inputs: standardized(heldOut) };
    this.standardized = standardized;
    this.batches = new Batches({ ...training, inputs: standardized(training) }, spec.batch_size);
    this.batches.reset(seed);
    this.batches.draw();
    network.reset(seed);
    this.optimizer.reset();
    this.steps = 0;
    /** @type {import("./types.mjs").End | null} */
    this.end = null;
    this.firstLoss = this.#gradients(MEASURING);
  }

  /** Computes the gradients of the batch; returns its loss. */
  #gradients(mode) {
    const { network, batches, spec } = this;
    const loss = network.forward(batches.inputs, batches.labels, spec.batch_size, mode);
    network.backward(batches.labels, spec.batch_size);
    return loss;
  }

  /**
   * Takes a step, and returns the loss of its batch before it. Where a number is not finite, there is
   * no step, but an `end`.
   */
  step() {
    const { spec, optimizer, batches, network } = this;
    const loss = this.#gradients(TRAINING);
    if (!Number.isFinite(loss) || !Number.isFinite(network.gradientSquares())) {
      this.end = { why: "diverged", step: this.steps + 1, ...network.firstNotFinite() };
      return loss;
    }
    this.steps += 1;
    optimizer.step(warmedUp(spec.rate, spec.warm_up, this.steps));
    batches.draw();
    return loss;
  }
}
