// Self-attention in two heads: every token gets a weighted mean of the values of all tokens.

import { Linear } from "./linear.mjs";
import { addProduct, Matrix, transpose } from "./matrix.mjs";
import { IDENTITY, makeNorm } from "./norms.mjs";

const HEADS = 2;

export class SelfAttention {
  /** `spread` and `gain` as in FeedForward; queries and keys are drawn with a gain of 1. */
  constructor(place, { name, width, tokens, spread, gain, qkNorm }) {
    const { rows, scratch } = place;
    const linear = (part, into, spread) =>
      new Linear(place, { name: `${name} ${part}`, inputs: width, outputs: width, spread, into });
    Object.assign(this, { width, tokens, size: width / HEADS });
    this.query = linear("query", "outer", spread);
    this.key = linear("key", "outer of keys", spread);
    this.value = linear("value", "outer of values", spread * gain);
    this.out = linear("out", "inner", spread * gain);
    const headPlace = { ...place, rows: rows * HEADS };
    const norm = () => (qkNorm ? makeNorm("rms", headPlace, this.size, qkNorm) : IDENTITY);
    this.queryNorm = norm();
    this.keyNorm = norm();
    this.mixed = new Float64Array(rows * width);
    this.weights = new Float64Array(rows * HEADS * tokens);
    const gradient = (of) => scratch.get(`gradient of ${of}`, rows * width);
    this.gradients = [gradient("queries"), gradient("keys"), gradient("values")];
    this.#makeLooks(scratch, width, tokens);
  }

  #makeLooks(scratch, width, tokens) {
    const across = scratch.get("transposed head", this.size * tokens);
    const square = scratch.get("gradient of attention", tokens * tokens);
    const [dq, dk, dv] = this.gradients;
    this.looks = {
      q: new Matrix(width),
      k: new Matrix(width),
      v: new Matrix(width),
      transposed: new Matrix(tokens, 1, across),
      p: new Matrix(tokens, 1, this.weights),
      pTransposed: new Matrix(1, tokens, this.weights),
      mixed: new Matrix(width, 1, this.mixed),
      dmixed: new Matrix(width),
      ds: new Matrix(tokens, 1, square),
      dsTransposed: new Matrix(1, tokens, square),
      dq: new Matrix(width, 1, dq),
      dk: new Matrix(width, 1, dk),
      dv: new Matrix(width, 1, dv),
    };
  }

  get parts() {
    return [this.query, this.key, this.value, this.out, this.queryNorm, this.keyNorm];
  }

  /** Has all looks begin at one head of one example. */
  #turnTo(example, head) {
    const { looks, tokens, width, size } = this;
    const start = example * tokens * width + head * size;
    looks.q.start = looks.k.start = looks.v.start = start;
    looks.dq.start = looks.dk.start = looks.dv.start = start;
    looks.mixed.start = looks.dmixed.start = start;
    looks.p.start = looks.pTransposed.start = (example * HEADS + head) * tokens * tokens;
  }

  /** P = softmax(Q Kᵀ / √d), y = P V, each head by itself; then the heads are joined. */
  forward(x, rows, mode) {
    const { looks, tokens, width, size, weights, mixed } = this;
    looks.q.data = this.queryNorm.forward(this.query.forward(x, rows), rows * HEADS, mode);
    looks.k.data = this.keyNorm.forward(this.key.forward(x, rows), rows * HEADS, mode);
    looks.v.data = this.value.forward(x, rows);
    weights.fill(0, 0, rows * HEADS * tokens);
    mixed.fill(0, 0, rows * width);
    for (let example = 0; example * tokens < rows; example += 1) {
      for (let head = 0; head < HEADS; head += 1) {
        this.#turnTo(example, head);
        transpose(looks.transposed, looks.k, tokens, size);
        addProduct(looks.p, looks.q, looks.transposed, tokens, tokens, size);
        softmax(looks.p, tokens, Math.sqrt(size));
        addProduct(looks.mixed, looks.p, looks.v, tokens, size, tokens);
      }
    }
    return this.out.forward(mixed, rows);
  }

  /** dV = Pᵀ dy, dP = dy Vᵀ, dQ = dS K, dK = dSᵀ Q, with dS of softmaxBackward. */
  backward(dy, rows) {
    const { looks, tokens, size, gradients } = this;
    const [dq, dk, dv] = gradients;
    looks.dmixed.data = this.out.backward(dy, rows);
    for (const each of gradients) each.fill(0);
    for (let example = 0; example * tokens < rows; example += 1) {
      for (let head = 0; head < HEADS; head += 1) {
        this.#turnTo(example, head);
        addProduct(looks.dv, looks.pTransposed, looks.dmixed, tokens, size, tokens);
        transpose(looks.transposed, looks.v, tokens, size);
        looks.ds.data.fill(0);
        addProduct(looks.ds, looks.dmixed, looks.transposed, tokens, tokens, size);
        softmaxBackward(looks.ds, looks.p, tokens, Math.sqrt(size));
        addProduct(looks.dq, looks.ds, looks.k, tokens, size, tokens);
        addProduct(looks.dk, looks.dsTransposed, looks.q, tokens, size, tokens);
      }
    }
    const dx = this.query.backward(this.queryNorm.backward(dq, rows * HEADS), rows);
    const ofKeys = this.key.backward(this.keyNorm.backward(dk, rows * HEADS), rows);
    const ofValues = this.value.backward(dv, rows);
    for (let i = 0; i < rows * this.width; i += 1) dx[i] += ofKeys[i] + ofValues[i];
    return dx;
  }
}

/** Turns each row of logits, divided by `root`, into weights that add up to 1. */
function softmax(p, tokens, root) {
  const { data } = p;
  for (let start = p.start; start < p.start + tokens * tokens; start += tokens) {
    let largest = data[start];
    for (let j = 1; j < tokens; j += 1) largest = Math.max(largest, data[start + j]);
    let sum = 0;
    for (let j = 0; j < tokens; j += 1) {
      data[start + j] = Math.exp((data[start + j] - largest) / root);
      sum += data[start + j];
    }
    for (let j = 0; j < tokens; j += 1) data[start + j] /= sum;
  }
}

/** dS = P (dP - Σ P dP) / root, by rows, in the place of dP. */
function softmaxBackward(ds, p, tokens, root) {
  const dp = ds.data;
  const weights = p.data;
  for (let i = 0; i < tokens; i += 1) {
    const row = ds.start + i * tokens;
    const at = p.start + i * tokens;
    let along = 0;
    for (let j = 0; j < tokens; j += 1) along += dp[row + j] * weights[at + j];
    for (let j = 0; j < tokens; j += 1) {
      dp[row + j] = (weights[at + j] * (dp[row + j] - along)) / root;
    }
  }
}
