// SGD with momentum, and Adam, as in PyTorch.

const MOMENTUM = 0.9;
const [BETA1, BETA2] = [0.9, 0.999];
const ADAM_EPSILON = 1e-8;

class SGD {
  constructor({ values, gradients }) {
    Object.assign(this, { values, gradients, velocity: new Float64Array(values.length) });
  }

  reset() {
    this.velocity.fill(0);
  }

  /** v = 0.9 v + g, p = p - rate v */
  step(rate) {
    const { values, gradients, velocity } = this;
    for (let i = 0; i < values.length; i += 1) {
      const v = MOMENTUM * velocity[i] + gradients[i];
      velocity[i] = v;
      values[i] -= rate * v;
    }
  }
}

class Adam {
  constructor({ values, gradients }) {
    Object.assign(this, { values, gradients, steps: 0 });
    this.mean = new Float64Array(values.length);
    this.square = new Float64Array(values.length);
  }

  reset() {
    this.steps = 0;
    this.mean.fill(0);
    this.square.fill(0);
  }

  /** p = p - rate m̂ / (√v̂ + ε), where m̂ = m / (1 - 0.9ᵗ) and v̂ = v / (1 - 0.999ᵗ) */
  step(rate) {
    const { values, gradients, mean, square } = this;
    this.steps += 1;
    const size = rate / (1 - BETA1 ** this.steps);
    const root = Math.sqrt(1 - BETA2 ** this.steps);
    for (let i = 0; i < values.length; i += 1) {
      const g = gradients[i];
      const m = BETA1 * mean[i] + (1 - BETA1) * g;
      const v = BETA2 * square[i] + (1 - BETA2) * g * g;
      mean[i] = m;
      square[i] = v;
      values[i] -= (size * m) / (Math.sqrt(v) / root + ADAM_EPSILON);
    }
  }
}

export const OPTIMIZER = { adam: Adam, sgd: SGD };

/** The rate of a step, counted from 1: it rises in equal parts while it warms up. */
export function warmedUp(rate, warmUp, step) {
  return step < warmUp ? (rate * step) / warmUp : rate;
}
