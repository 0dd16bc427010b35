// y = x Wᵀ + b, with W of (outputs, inputs), as in PyTorch.

import { addProduct, Matrix, transpose } from "./matrix.mjs";

export class Linear {
  /**
   * The first weights are normal with the deviation `spread`, drawn for `name`; biases are 0. `into`
   * names the scratch that the gradient of the input is written to; in front of all there is none.
   */
  constructor({ parameters, scratch, rows }, { name, inputs, outputs, spread, into }) {
    Object.assign(this, { name, inputs, outputs, spread });
    this.weight = parameters.claim(outputs * inputs);
    this.bias = parameters.claim(outputs);
    this.y = new Float64Array(rows * outputs);
    this.dx = into ? scratch.get(into, rows * inputs) : null;
    this.looks = {
      x: new Matrix(inputs),
      xTransposed: new Matrix(1, inputs),
      y: new Matrix(outputs, 1, this.y),
      dy: new Matrix(outputs),
      dyTransposed: new Matrix(1, outputs),
      dx: new Matrix(inputs, 1, this.dx),
      weight: new Matrix(inputs),
      gradient: new Matrix(inputs),
      transposed: new Matrix(outputs, 1, scratch.get("transposed", outputs * inputs)),
    };
  }

  reset(streamFor) {
    const { value, gradient } = this.weight;
    const stream = streamFor(this.name);
    for (let i = 0; i < value.length; i += 1) value[i] = this.spread * stream.deviate();
    this.bias.value.fill(0);
    this.looks.weight.data = value;
    this.looks.gradient.data = gradient;
  }

  /** y = x Wᵀ + b */
  forward(x, rows) {
    const { inputs, outputs, looks, y } = this;
    const bias = this.bias.value;
    looks.x.data = x;
    looks.xTransposed.data = x;
    transpose(looks.transposed, looks.weight, outputs, inputs);
    for (let at = 0; at < rows * outputs; at += outputs) {
      for (let j = 0; j < outputs; j += 1) y[at + j] = bias[j];
    }
    addProduct(looks.y, looks.x, looks.transposed, rows, outputs, inputs);
    return y;
  }

  /** dW = dyᵀ x, db = Σ dy, dx = dy W */
  backward(dy, rows) {
    const { inputs, outputs, looks, dx } = this;
    const dbias = this.bias.gradient;
    looks.dy.data = dy;
    looks.dyTransposed.data = dy;
    addProduct(looks.gradient, looks.dyTransposed, looks.x, outputs, inputs, rows);
    for (let at = 0; at < rows * outputs; at += outputs) {
      for (let j = 0; j < outputs; j += 1) dbias[j] += dy[at + j];
    }
    if (!dx) return null;
    dx.fill(0, 0, rows * inputs);
    addProduct(looks.dx, looks.dy, looks.weight, rows, inputs, outputs);
    return dx;
  }
}
