// Stem, blocks, a norm where the stream has none, head: the network that a Spec describes.

import { streamOf } from "../../_shared/random.mjs";
import { SelfAttention } from "./attention.mjs";
import { FeedForward } from "./feed_forward.mjs";
import { Linear } from "./linear.mjs";
import { CrossEntropy } from "./loss.mjs";
import { IDENTITY, makeNorm } from "./norms.mjs";
import { Parameters, Scratch } from "./parameters.mjs";
import { CLOSED, gainOf, Residual } from "./residual.mjs";
import { MeanOverTokens, Position } from "./tokens.mjs";

/** A feed-forward network, and for tokens self-attention before it, each in its Residual. */
class Block {
  constructor(place, spec, tokens, layer) {
    const { blocks, width, placement, activation } = spec;
    const sublayers = tokens > 1 ? 2 * blocks : blocks;
    const norm = { kind: spec.norm, epsilon: spec.epsilon, learnGamma: spec.learn_gamma };
    const drawn = {
      spread: spec.weight_scale / Math.sqrt(width), // Xavier's, as there are as many in as out
      gain: gainOf(placement, sublayers),
    };
    const name = (part) => `block ${layer} ${part}`;
    const wire = (sublayer) =>
      new Residual(place, sublayer, { placement, norm, width, layer, sublayers });
    this.width = width;
    this.start = place.parameters.size;
    this.attention = null;
    if (tokens > 1) {
      const qkNorm = spec.qk_norm ? norm : null;
      const options = { name: name("attention"), width, tokens, qkNorm, ...drawn };
      this.attention = wire(new SelfAttention(place, options));
    }
    this.feedForward = wire(
      new FeedForward(place, { name: name("feed-forward"), width, activation, ...drawn }),
    );
    this.end = place.parameters.size;
    this.x = null; // the input of the last forward pass
    this.y = null;
  }

  get residuals() {
    return this.attention ? [this.attention, this.feedForward] : [this.feedForward];
  }

  get parts() {
    return this.residuals.flatMap(({ parts }) => parts);
  }

  forward(x, rows, mode) {
    this.x = x;
    const inside = this.attention ? this.attention.forward(x, rows, mode) : x;
    this.y = this.feedForward.forward(inside, rows, mode);
    return this.y;
  }

  backward(dy, rows) {
    const inside = this.feedForward.backward(dy, rows);
    return this.attention ? this.attention.backward(inside, rows) : inside;
  }
}

export class Network {
  /** For examples of so many `features`, of which each of the `tokens` has its part; at most `most`. */
  constructor(spec, { features, classes, tokens, most }) {
    const { width } = spec;
    const parameters = new Parameters();
    const place = { parameters, scratch: new Scratch(), rows: most * tokens };
    const norm = { epsilon: spec.epsilon, learnGamma: spec.learn_gamma };
    Object.assign(this, { parameters, tokens, width });
    // What enters the first block has a variance of about 1, half of it from the tokens' places.
    const share = tokens > 1 ? 0.5 : 1;
    const inputs = features / tokens;
    const spread = Math.sqrt(share / inputs);
    this.stem = new Linear(place, { name: "stem", inputs, outputs: width, spread });
    this.position =
      tokens > 1 ? new Position(place, { tokens, width, spread: Math.sqrt(share) }) : IDENTITY;
    this.blocks = Array.from(
      { length: spec.blocks },
      (_, i) => new Block(place, spec, tokens, i + 1),
    );
    const last = CLOSED.includes(spec.placement) ? "none" : spec.norm;
    this.norm = makeNorm(last, place, width, norm);
    this.mean =
      tokens > 1 ? new MeanOverTokens(place, { tokens, width, into: "stream" }) : IDENTITY;
    this.head = new Linear(
      { ...place, rows: most },
      {
        ...{ name: "head", inputs: width, outputs: classes },
        ...{ spread: Math.sqrt(2 / (width + classes)), into: tokens > 1 ? "mean" : "stream" },
      },
    );
    this.loss = new CrossEntropy({ rows: most }, classes);
    parameters.allocate();
    this.all = { start: 0, end: parameters.size };
    this.parts = [
      ...[this.stem, this.position, this.norm, this.head],
      ...this.blocks.flatMap(({ parts }) => parts),
    ];
  }

  /** Draws the first weights: each layer's from a stream of its own, so that none shifts another's. */
  reset(seed) {
    for (const part of this.parts) part.reset((name) => streamOf(seed, name));
  }

  /** Returns the mean loss of so many examples; the probabilities are in `loss`. */
  forward(inputs, labels, examples, mode) {
    const rows = examples * this.tokens;
    let x = this.position.forward(this.stem.forward(inputs, rows), rows);
    for (let i = 0; i < this.blocks.length; i += 1) x = this.blocks[i].forward(x, rows, mode);
    const read = this.mean.forward(this.norm.forward(x, rows, mode), rows);
    return this.loss.forward(this.head.forward(read, examples), labels, examples);
  }

  /** Computes the gradients of the loss that `forward` returned last. */
  backward(labels, examples) {
    const rows = examples * this.tokens;
    this.parameters.gradients.fill(0);
    const read = this.head.backward(this.loss.backward(labels, examples), examples);
    let dx = this.norm.backward(this.mean.backward(read, rows), rows);
    for (let i = this.blocks.length - 1; i >= 0; i -= 1) dx = this.blocks[i].backward(dx, rows);
    this.stem.backward(this.position.backward(dx, rows), rows);
  }

  /** Returns the sum of the squares of all gradients, or of those of a block. */
  gradientSquares({ start, end } = this.all) {
    const { gradients } = this.parameters;
    let sum = 0;
    for (let i = start; i < end; i += 1) sum += gradients[i] * gradients[i];
    return sum;
  }

  /**
   * Returns where a number came up that is not finite, with blocks counted from 1: the first block on
   * the way forward, or, where all is finite there, the first on the way back.
   */
  firstNotFinite() {
    const { blocks, stem } = this;
    const ahead = [stem.y, ...blocks.map(({ y }) => y)].findIndex((y) => !y.every(Number.isFinite));
    if (ahead >= 0) return { block: ahead, pass: "forward" };
    if (!this.head.y.every(Number.isFinite)) return { block: blocks.length + 1, pass: "forward" };
    const behind = blocks.findLastIndex((each) => !Number.isFinite(this.gradientSquares(each)));
    return { block: 1 + behind, pass: "backward" };
  }
}
