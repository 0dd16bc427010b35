// Trains behind a port: that of a worker, or one on the page where workers are refused.

import { buffersOf, copyArrays, LOSSES, makeArrays } from "./engine/arrays.mjs";
import { MEASURING } from "./engine/norms.mjs";
import { FINE, Picture } from "./engine/picture.mjs";
import { Trainer } from "./engine/trainer.mjs";

/**
 * Does what the port asks, a message each:
 *   { slice: ms }                     how long it may work until it listens again
 *   { pace: { slice, rest } }         no slice longer than so many ms, and so many of rest after each
 *   { make: spec, examples }          a network
 *   { goal: step }                    up to that step, Infinity too; 0 is a pause
 *   { more: steps }                   so many beyond the goal, or beyond where it is
 *   { evaluate: id }                  sends { id, evaluation }
 *   { reset: seed, examples, round }  back to step 0; what it sends bears this number from now on
 *   { shown: arrays }                 the page has done with a frame
 *   { close: true }
 * Sends { frame, arrays, round } by itself, and the next only when that one was shown; at the end
 * { end, round }.
 *
 * Its source is sent to a worker, so that it needs nothing around it: see tools/bundle.mjs.
 */
export default function serve(port) {
  const turns = new MessageChannel(); // through which it asks itself to go on after what has come
  const desk = new Desk({
    send: (message, arrays) => port.postMessage(message, arrays ? buffersOf(arrays) : []),
    askForTurn(rest) {
      const ask = () => turns.port2.postMessage(null);
      if (rest) setTimeout(ask, rest);
      else ask();
    },
    now: () => performance.now(),
  });
  const guarded = (work) => {
    try {
      work();
    } catch (error) {
      desk.fail(error);
    }
  };
  turns.port1.onmessage = () => guarded(() => desk.turn());
  port.onmessage = ({ data }) => {
    guarded(() => desk.hear(data));
    if (!data.close) return;
    turns.port1.close();
    port.close();
  };
}

class Desk {
  slice = 12;
  pace = { slice: Number.POSITIVE_INFINITY, rest: 0 };
  trainer = null;
  round = 0;
  goal = 0; // the step that it trains up to
  travelling = null; // the arrays of a frame, while the page has none of them
  hasAsked = false; // whether it has asked for its next slice of time

  constructor({ send, askForTurn, now }) {
    Object.assign(this, { send, askForTurn, now });
  }

  get isRunning() {
    return this.trainer.steps < this.goal;
  }

  hear({ slice, pace, make, examples, goal, more, evaluate, reset, round, shown }) {
    if (slice) this.slice = slice;
    if (pace) this.pace = pace;
    if (make) this.#make(make, examples);
    if (goal !== undefined) this.#goTo(goal);
    if (more) this.#goTo(Math.max(this.goal, this.trainer.steps) + more);
    if (reset !== undefined) this.#reset(reset, examples, round);
    if (evaluate !== undefined) this.#evaluate(evaluate);
    if (shown) this.travelling = shown;
    this.#ask();
  }

  fail({ message }) {
    this.goal = 0;
    const step = (this.trainer?.steps ?? 0) + 1;
    const end = { why: "failed", step, block: 0, pass: "forward", message };
    this.send({ end, round: this.round });
  }

  /** Works for one slice of time. */
  turn() {
    this.hasAsked = false;
    if (!this.trainer) return;
    const until = this.now() + Math.min(this.slice, this.pace.slice);
    this.picture.advance(until, this.isRunning);
    if (this.picture.isNew) this.#sendFrame(); // before the next step makes the picture old
    if (!this.picture.isUnderWay) this.#train(until);
    this.#sendFrame();
    if (this.#hasWork()) this.#ask();
  }

  #ask() {
    if (this.hasAsked) return;
    this.hasAsked = true;
    this.askForTurn(this.pace.rest);
  }

  #make(spec, examples) {
    this.trainer = new Trainer(spec, examples);
    const { network, heldOut } = this.trainer;
    const sizes = [network.blocks.length, FINE * FINE, heldOut.labels.length];
    this.arrays = makeArrays(...sizes);
    this.travelling = makeArrays(...sizes);
    this.picture = new Picture(this.trainer, this.arrays, this.now);
    this.#begin();
  }

  #reset(seed, examples, round) {
    this.trainer.reset(seed, examples);
    this.picture.forget();
    this.round = round;
    this.#begin();
  }

  #begin() {
    this.goal = 0;
    this.losses = 0; // how many losses were not yet sent to the page
    this.lastLoss = this.trainer.firstLoss;
    this.hasNews = true;
    this.hasEnded = false;
  }

  #goTo(step) {
    this.goal = this.trainer.end ? 0 : step;
    this.hasNews = true;
  }

  #train(until) {
    const { trainer, arrays } = this;
    while (this.isRunning && this.losses < LOSSES && this.now() < until) {
      const loss = trainer.step();
      if (trainer.end) this.goal = 0;
      else this.#note(arrays, loss);
    }
    this.hasNews ||= trainer.end !== null && !this.hasEnded;
  }

  #note(arrays, loss) {
    arrays.losses[this.losses] = loss;
    this.losses += 1;
    this.lastLoss = loss;
    this.hasNews = true;
  }

  /** Whether a frame can be sent. At rest the last frame waits until its picture is made. */
  #hasFrame() {
    const { picture, isRunning } = this;
    const isReady = !picture.isUnderWay && (isRunning || !picture.isDue(false));
    return this.travelling && isReady && (this.hasNews || picture.isNew);
  }

  #hasWork() {
    const { picture, isRunning, losses } = this;
    return picture.isUnderWay || (isRunning ? losses < LOSSES : picture.isDue(false));
  }

  #sendFrame() {
    if (!this.#hasFrame()) return;
    const { trainer, picture, arrays, travelling, isRunning, losses, lastLoss, round } = this;
    picture.look();
    const seen = picture.tell(lastLoss);
    const { steps: step, firstLoss } = trainer;
    const frame = { step, running: isRunning, first_loss: firstLoss, losses, ...seen };
    copyArrays(travelling, arrays);
    this.travelling = null;
    this.losses = 0;
    this.hasNews = false;
    this.send({ frame, arrays: travelling, round }, travelling);
    if (trainer.end && !this.hasEnded) this.send({ end: trainer.end, round });
    this.hasEnded = trainer.end !== null;
  }

  /** Sends both accuracies: in evaluation mode, and with the statistics of batches. */
  #evaluate(id) {
    const { trainer, picture } = this;
    picture.look();
    const { sight } = picture;
    const training = sight.evaluate(MEASURING);
    const evaluation = sight.evaluate();
    this.send({ id, evaluation: { step: trainer.steps, evaluation, training } });
  }
}
