// What a network of tokens has around its blocks: each token's place, and their mean.

/** A learned vector for each place, which is added to the token there. */
export class Position {
  constructor({ parameters }, { tokens, width, spread }) {
    Object.assign(this, { tokens, width, spread });
    this.weight = parameters.claim(tokens * width);
  }

  reset(streamFor) {
    const { value } = this.weight;
    const stream = streamFor("position");
    for (let i = 0; i < value.length; i += 1) value[i] = this.spread * stream.deviate();
  }

  /** In the place of x. */
  forward(x, rows) {
    const { value } = this.weight;
    for (let i = 0; i < rows * this.width; i += 1) x[i] += value[i % value.length];
    return x;
  }

  backward(dy, rows) {
    const { gradient } = this.weight;
    for (let i = 0; i < rows * this.width; i += 1) gradient[i % gradient.length] += dy[i];
    return dy;
  }
}

/** The mean of each example's tokens. */
export class MeanOverTokens {
  constructor({ rows, scratch }, { tokens, width, into }) {
    Object.assign(this, { tokens, width });
    this.y = new Float64Array((rows / tokens) * width);
    this.dx = scratch.get(into, rows * width);
  }

  forward(x, rows) {
    const { tokens, width, y } = this;
    y.fill(0);
    for (let row = 0; row < rows; row += 1) {
      const at = Math.floor(row / tokens) * width;
      for (let j = 0; j < width; j += 1) y[at + j] += x[row * width + j] / tokens;
    }
    return y;
  }

  backward(dy, rows) {
    const { tokens, width, dx } = this;
    for (let row = 0; row < rows; row += 1) {
      const at = Math.floor(row / tokens) * width;
      for (let j = 0; j < width; j += 1) dx[row * width + j] = dy[at + j] / tokens;
    }
    return dx;
  }
}
