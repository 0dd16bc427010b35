// Pictures of a network at work: what it says, what it has wrong, and what its blocks do.

import { isOfThePlane } from "./batches.mjs";
import { Probe } from "./probe.mjs";
import { Sight } from "./sight.mjs";

const COARSE = 24; // points along a side of the plane while the network is trained
export const FINE = 64; // points along a side of the plane at rest
const SHARE = 9; // while it is trained, a picture waits so many times as long as the last one took

export class Picture {
  /** Draws into `arrays`, see arrays.mjs; `now` tells the time in milliseconds. */
  constructor(trainer, arrays, now) {
    Object.assign(this, { trainer, arrays, now });
    this.isPlane = isOfThePlane(trainer.heldOut);
    this.sight = new Sight(trainer);
    this.probe = new Probe(trainer.network, trainer.spec.batch_size);
    this.forget();
  }

  forget() {
    this.step = -1; // the step that the last picture shows
    this.probedAt = -1; // the step whose pass the blocks were last looked at in
    this.size = 0; // how many points a side of that picture's plane has
    this.isNew = false; // whether no frame has carried that picture yet
    this.next = 0; // the time at which the next picture is due, in ms
    this.work = null; // the generator of the picture that is being made, or null
  }

  get isUnderWay() {
    return this.work !== null;
  }

  /** The first steps are not kept waiting for a picture of none. */
  isDue(isRunning) {
    const { trainer, step, isPlane, size, isNew } = this;
    if (trainer.end || (isRunning && (this.now() < this.next || !trainer.steps))) return false;
    const isStale = step !== trainer.steps;
    return isStale || (!isRunning && isPlane && size < FINE && !isNew);
  }

  /** Begins a picture if one is due, and goes on with it until the time is up. */
  advance(until, isRunning) {
    if (!this.work && this.isDue(isRunning)) {
      this.cost = 0;
      this.work = this.step === this.trainer.steps ? this.#refine() : this.#take();
    }
    while (this.work && this.now() < until) {
      const started = this.now();
      if (this.work.next().done) this.work = null;
      this.cost += this.now() - started;
      this.next = this.now() + SHARE * this.cost;
    }
  }

  *#take() {
    this.look();
    yield* this.sight.look();
    if (this.isPlane) yield* this.#draw(COARSE);
    this.step = this.trainer.steps;
    this.isNew = true;
  }

  *#refine() {
    yield* this.#draw(FINE);
    this.isNew = true;
  }

  *#draw(size) {
    yield* this.sight.drawPlane(size, this.arrays.pixels);
    this.size = size;
  }

  /** Looks at the blocks, while the network still has what the last step left, also one that failed. */
  look() {
    const { end, steps } = this.trainer;
    const step = end?.step ?? steps;
    if (this.probedAt === step) return;
    this.probe.read(this.arrays.numbers, this.arrays.counts);
    this.probedAt = step;
  }

  /** Returns what a frame says of the last picture, and whether it is a new one. */
  tell(loss) {
    const { sight, isNew, isPlane, size, arrays } = this;
    this.isNew = false;
    return {
      accuracy: sight.accuracy,
      held_out_loss: sight.loss,
      looked_at: this.step,
      state: sight.state(loss),
      size: isNew ? size : 0,
      wrong: isNew && !isPlane ? sight.listWrong(arrays.wrong) : -1,
    };
  }
}
