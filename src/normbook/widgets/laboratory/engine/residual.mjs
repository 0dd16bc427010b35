// A sublayer G, its norms and the residual connection, as in the table of normbook/nn/residual.py.

import { IDENTITY, makeNorm } from "./norms.mjs";

/** The placements with a norm on the stream itself. In the others the last block needs one behind it. */
export const CLOSED = ["post", "deepnorm", "keel"];

const NORM_IN = ["plain", "pre", "sandwich", "lns", "keel"];
const NORM_OUT = ["post", "sandwich", "olmo2", "deepnorm", "keel"];

/** DeepNorm's gain for the first weights: (8 M)^(-1/4), where M layers have two sublayers each. */
export function gainOf(placement, sublayers) {
  return placement === "deepnorm" ? (4 * sublayers) ** -0.25 : 1;
}

/** What the stream is multiplied by in the sum: (2 M)^(1/4) for DeepNorm, 2 M for Keel. */
function alphaOf(placement, sublayers) {
  if (placement === "deepnorm") return sublayers ** 0.25;
  return placement === "keel" ? sublayers : 1;
}

/** Multiplies by a number: LayerNorm scaling divides the norm in front by √ℓ, in the ℓth layer. */
class Scale {
  constructor({ rows }, features, factor) {
    this.features = features;
    this.factor = factor;
    this.y = new Float64Array(rows * features);
  }

  forward(x, rows) {
    for (let i = 0; i < rows * this.features; i += 1) this.y[i] = this.factor * x[i];
    return this.y;
  }

  backward(dy, rows) {
    for (let i = 0; i < rows * this.features; i += 1) dy[i] *= this.factor;
    return dy;
  }
}

export class Residual {
  /** `sublayers` is how many the network has; `layer` this one's number, counted in blocks from 1. */
  constructor(place, sublayer, { placement, norm, width, layer, sublayers }) {
    const make = (places) =>
      places.includes(placement) ? makeNorm(norm.kind, place, width, norm) : IDENTITY;
    this.width = width;
    this.isPlain = placement === "plain";
    this.isClosed = CLOSED.includes(placement);
    this.alpha = alphaOf(placement, sublayers);
    this.normIn = make(NORM_IN);
    this.scale = placement === "lns" ? new Scale(place, width, layer ** -0.5) : IDENTITY;
    this.sublayer = sublayer;
    this.normOut = make(NORM_OUT);
    this.sum = new Float64Array(place.rows * width);
    this.copy = place.scratch.get("copy", place.rows * width);
  }

  get parts() {
    return [...this.sublayer.parts, this.normIn, this.normOut];
  }

  forward(x, rows, mode) {
    const { isPlain, isClosed, alpha, normIn, scale, sublayer, normOut, sum } = this;
    const inside = scale.forward(normIn.forward(x, rows, mode), rows);
    let branch = sublayer.forward(inside, rows, mode);
    if (isPlain) return branch;
    if (!isClosed) branch = normOut.forward(branch, rows, mode);
    for (let i = 0; i < rows * this.width; i += 1) sum[i] = alpha * x[i] + branch[i];
    return isClosed ? normOut.forward(sum, rows, mode) : sum;
  }

  /** The gradient goes both ways, and adds up in front. In the place of dy. */
  backward(dy, rows) {
    const { isPlain, isClosed, alpha, normIn, scale, sublayer, normOut } = this;
    if (isClosed) normOut.backward(dy, rows);
    const behind = isClosed ? dy : this.#throughNormOut(dy, rows);
    const inside = scale.backward(sublayer.backward(behind, rows), rows);
    const branch = normIn.backward(inside, rows);
    if (isPlain) return branch;
    for (let i = 0; i < rows * this.width; i += 1) dy[i] = alpha * dy[i] + branch[i];
    return dy;
  }

  /** A norm writes over what it is given, and the stream's gradient is needed still. */
  #throughNormOut(dy, rows) {
    if (this.normOut === IDENTITY) return dy;
    this.copy.set(dy);
    return this.normOut.backward(this.copy, rows);
  }
}
