// What a network says of examples that it does not learn from, and how it fares.

import { EVALUATION, MEASURING } from "./norms.mjs";
import { watchUnits } from "./units.mjs";

const LEARNED = 0.5; // below this loss, in units of a guess's, nothing is said of idle units
const LOST = 10; // above this loss, in units of a guess's, a network counts as diverged

export class Sight {
  /** @param {import("./trainer.mjs").Trainer} trainer */
  constructor(trainer) {
    const { network, most, heldOut, spec } = trainer;
    this.trainer = trainer;
    this.labels = new Uint8Array(most);
    this.points = new Float64Array(2 * most);
    this.isWrong = new Uint8Array(heldOut.labels.length);
    this.watched = watchUnits(network, spec);
    this.loss = Number.NaN; // of the examples that were looked at last; so is the accuracy
    this.accuracy = Number.NaN;
  }

  /** Returns loss and accuracy of the held-out examples, and keeps which of them are wrong. */
  evaluate(mode = EVALUATION) {
    for (const _ of this.look(mode));
    return { loss: this.loss, accuracy: this.accuracy };
  }

  /** The same, bit by bit: a pause after each of them. */
  *look(mode = EVALUATION) {
    const { trainer, watched, isWrong } = this;
    const { heldOut, network, most, spec } = trainer;
    const { features, labels, inputs } = heldOut;
    const chunk = mode === MEASURING ? Math.min(spec.batch_size, labels.length) : most;
    // With a batch's own statistics, what is left over would be a batch of another kind.
    const last = mode === MEASURING ? labels.length - (labels.length % chunk) : labels.length;
    let [loss, right] = [0, 0];
    for (const each of watched) each.forget();
    for (let start = 0; start < last; start += chunk) {
      const end = Math.min(start + chunk, last);
      const count = end - start;
      const asked = labels.subarray(start, end);
      const some = inputs.subarray(start * features, end * features);
      loss += count * network.forward(some, asked, count, mode);
      for (let i = 0; i < count; i += 1) {
        isWrong[start + i] = Number(this.#answer(i) !== asked[i]);
        right += 1 - isWrong[start + i];
      }
      for (const each of watched) each.look(count * network.tokens);
      yield;
    }
    this.loss = loss / last;
    this.accuracy = right / last;
  }

  /** The class that the ith example was given, of those that went through last. */
  #answer(i) {
    const { classes, probabilities } = this.trainer.network.loss;
    let best = 0;
    for (let k = 1; k < classes; k += 1) {
      if (probabilities[i * classes + k] > probabilities[i * classes + best]) best = k;
    }
    return best;
  }

  /** Writes which held-out examples are wrong into `wrong`; returns how many. */
  listWrong(wrong) {
    let count = 0;
    for (let i = 0; i < this.isWrong.length; i += 1) {
      if (this.isWrong[i]) wrong[count++] = i;
    }
    return count;
  }

  /**
   * Fills `pixels` with the probability of class 1 on size × size points, the top row first; bit by
   * bit, as `look` does.
   */
  *drawPlane(size, pixels) {
    const { trainer, points, labels } = this;
    const { network, most } = trainer;
    for (let start = 0; start < size * size; start += most) {
      const count = Math.min(most, size * size - start);
      for (let i = 0; i < count; i += 1) {
        const pixel = start + i;
        points[2 * i] = -1 + (2 * (pixel % size) + 1) / size;
        points[2 * i + 1] = 1 - (2 * Math.floor(pixel / size) + 1) / size;
      }
      const inputs = trainer.standardized({ inputs: points, features: 2 });
      network.forward(inputs, labels, count, EVALUATION);
      for (let i = 0; i < count; i += 1) {
        pixels[start + i] = Math.round(255 * network.loss.probabilities[2 * i + 1]);
      }
      yield;
    }
  }

  /**
   * Returns how it goes, by the last loss in training, and by what `look` saw.
   * @returns {import("./types.mjs").State}
   */
  state(loss) {
    const { network, end } = this.trainer;
    const guess = Math.log(network.loss.classes);
    if (end) return { kind: "diverged", block: end.block, share: 0 };
    if (loss > LOST * guess) return { kind: "diverged", block: this.#steepest(), share: 0 };
    const learning = { kind: "learning", block: 0, share: 0 };
    const isSeenToFail = this.loss >= LEARNED * guess; // before the first look nothing is seen
    if (!isSeenToFail) return learning;
    const told = this.watched.filter(({ share, from }) => share >= from);
    const { kind, block, share } = told.reduce((a, b) => (b.share > a.share ? b : a), learning);
    return { kind, block, share };
  }

  /** The block with the largest gradient. */
  #steepest() {
    const { network } = this.trainer;
    const squares = network.blocks.map((block) => network.gradientSquares(block));
    return squares.indexOf(Math.max(...squares)) + 1;
  }
}
