// The norms, each with γ and β: y = γ x̂ + β. They differ in x̂ alone, and RMSNorm has no β.
// Rows are examples, or the tokens of all of them: each is normalized by itself, save by BatchNorm.

export const TRAINING = "training"; // BatchNorm uses the batch, and learns its running statistics
export const MEASURING = "measuring"; // it uses the batch, and learns nothing
export const EVALUATION = "evaluation"; // it uses the running statistics

const MOMENTUM = 0.1; // weight of the newest batch in the running statistics
const GROUPS = 4;
const ALPHA = 0.5; // DyT's first α

const ROUNDING = 1e-12; // a deviation that is a smaller share of the mean is a rounding error of it

/** 1 / √(σ² + ε), and 0 where that is 1 / 0, but for rounding: where all are equal, x̂ is 0. */
function inverseRoot(variance, epsilon, mean) {
  const square = variance + epsilon;
  return square <= (ROUNDING * mean) ** 2 ? 0 : 1 / Math.sqrt(square);
}

/** γ and β: what all norms end with. */
class Affine {
  constructor({ parameters, rows }, features, { learnGamma, hasBias }) {
    this.features = features;
    this.learnGamma = learnGamma;
    this.weight = parameters.claim(features);
    this.bias = hasBias ? parameters.claim(features) : null;
    this.xHat = new Float64Array(rows * features);
    this.y = new Float64Array(rows * features);
  }

  reset() {
    this.weight.value.fill(1);
    this.bias?.value.fill(0);
  }

  /** y = γ x̂ + β */
  scaleAndShift(rows) {
    const { features, xHat, y } = this;
    const gamma = this.weight.value;
    const beta = this.bias?.value;
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) y[at + j] = gamma[j] * xHat[at + j];
      if (beta) for (let j = 0; j < features; j += 1) y[at + j] += beta[j];
    }
    return y;
  }

  /** dγ = Σ dy x̂, dβ = Σ dy; dy becomes g = γ dy, the gradient of x̂. */
  backwardToXHat(dy, rows) {
    const { features, xHat } = this;
    const gamma = this.weight.value;
    const dgamma = this.weight.gradient;
    const dbeta = this.bias?.gradient;
    for (let at = 0; at < rows * features; at += features) {
      if (this.learnGamma) {
        for (let j = 0; j < features; j += 1) dgamma[j] += dy[at + j] * xHat[at + j];
        if (dbeta) for (let j = 0; j < features; j += 1) dbeta[j] += dy[at + j];
      }
      for (let j = 0; j < features; j += 1) dy[at + j] *= gamma[j];
    }
  }
}

/** Runs of neighbouring features of a row: all of them for LayerNorm and RMSNorm, else groups. */
class RowNorm extends Affine {
  constructor(place, features, { epsilon, learnGamma, groups = 1, center = true }) {
    super(place, features, { learnGamma, hasBias: center });
    this.epsilon = epsilon;
    this.center = center;
    this.size = features / groups;
    this.rstd = new Float64Array(place.rows * groups);
  }

  /** x̂ = (x - μ) / √(σ² + ε); RMSNorm has μ = 0. */
  forward(x, rows) {
    const { features, size, center, epsilon, xHat, rstd } = this;
    const runs = (rows * features) / size;
    for (let run = 0; run < runs; run += 1) {
      const start = run * size;
      const end = start + size;
      let mean = 0;
      if (center) {
        for (let i = start; i < end; i += 1) mean += x[i];
        mean /= size;
      }
      let squares = 0;
      for (let i = start; i < end; i += 1) {
        const deviation = x[i] - mean;
        xHat[i] = deviation;
        squares += deviation * deviation;
      }
      const scale = inverseRoot(squares / size, epsilon, mean);
      for (let i = start; i < end; i += 1) xHat[i] *= scale;
      rstd[run] = scale;
    }
    return this.scaleAndShift(rows);
  }

  /** dx = (g - mean(g) - x̂ mean(g x̂)) / √(σ² + ε); RMSNorm has no mean(g). In the place of dy. */
  backward(dy, rows) {
    const { features, size, center, xHat, rstd } = this;
    this.backwardToXHat(dy, rows);
    const runs = (rows * features) / size;
    for (let run = 0; run < runs; run += 1) {
      const start = run * size;
      const end = start + size;
      let mean = 0;
      let along = 0;
      for (let i = start; i < end; i += 1) {
        mean += dy[i];
        along += dy[i] * xHat[i];
      }
      mean = center ? mean / size : 0;
      along /= size;
      const scale = rstd[run];
      for (let i = start; i < end; i += 1) dy[i] = scale * (dy[i] - mean - xHat[i] * along);
    }
    return dy;
  }
}

/** Each feature over the batch; in evaluation by the running statistics, the variance unbiased. */
class BatchNorm extends Affine {
  constructor(place, features, { epsilon, learnGamma }) {
    super(place, features, { learnGamma, hasBias: true });
    this.epsilon = epsilon;
    this.runningMean = new Float64Array(features);
    this.runningVar = new Float64Array(features);
    this.mean = new Float64Array(features);
    this.var = new Float64Array(features);
    this.rstd = new Float64Array(features);
    this.along = new Float64Array(features);
  }

  reset() {
    super.reset();
    this.runningMean.fill(0);
    this.runningVar.fill(1);
  }

  /** x̂ = (x - μ) / √(σ² + ε), with μ and σ² of each feature */
  forward(x, rows, mode) {
    const { features, xHat, rstd, epsilon } = this;
    if (mode !== EVALUATION) this.#measure(x, rows);
    if (mode === TRAINING) this.#follow(rows);
    const mean = mode === EVALUATION ? this.runningMean : this.mean;
    const variance = mode === EVALUATION ? this.runningVar : this.var;
    for (let j = 0; j < features; j += 1) {
      rstd[j] = inverseRoot(variance[j], epsilon, mean[j]);
    }
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) xHat[at + j] = (x[at + j] - mean[j]) * rstd[j];
    }
    return this.scaleAndShift(rows);
  }

  #measure(x, rows) {
    const { features, mean, var: variance } = this;
    mean.fill(0);
    variance.fill(0);
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) mean[j] += x[at + j];
    }
    for (let j = 0; j < features; j += 1) mean[j] /= rows;
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) variance[j] += (x[at + j] - mean[j]) ** 2;
    }
    for (let j = 0; j < features; j += 1) variance[j] /= rows;
  }

  #follow(rows) {
    const { features, mean, var: variance, runningMean, runningVar } = this;
    for (let j = 0; j < features; j += 1) {
      runningMean[j] += MOMENTUM * (mean[j] - runningMean[j]);
      runningVar[j] += MOMENTUM * ((variance[j] * rows) / (rows - 1) - runningVar[j]);
    }
  }

  /** dx = (g - mean(g) - x̂ mean(g x̂)) / √(σ² + ε), the means over the batch. In the place of dy. */
  backward(dy, rows) {
    const { features, mean, along, xHat, rstd } = this;
    this.backwardToXHat(dy, rows);
    mean.fill(0);
    along.fill(0);
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) {
        mean[j] += dy[at + j] / rows;
        along[j] += (dy[at + j] * xHat[at + j]) / rows;
      }
    }
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) {
        dy[at + j] = rstd[j] * (dy[at + j] - mean[j] - xHat[at + j] * along[j]);
      }
    }
    return dy;
  }
}

/** tanh(α x) in the place of x̂, with a learned number α; no element depends on another. */
class DynamicTanh extends Affine {
  constructor(place, features, { learnGamma }) {
    super(place, features, { learnGamma, hasBias: true });
    this.alpha = place.parameters.claim(1);
    this.x = null;
  }

  reset() {
    super.reset();
    this.alpha.value[0] = ALPHA;
  }

  forward(x, rows) {
    const { features, xHat } = this;
    const alpha = this.alpha.value[0];
    this.x = x;
    for (let i = 0; i < rows * features; i += 1) xHat[i] = Math.tanh(alpha * x[i]);
    return this.scaleAndShift(rows);
  }

  /** dα = Σ g (1 - x̂²) x, dx = α g (1 - x̂²). In the place of dy. */
  backward(dy, rows) {
    const { features, xHat, x } = this;
    const alpha = this.alpha.value[0];
    this.backwardToXHat(dy, rows);
    let dalpha = 0;
    for (let i = 0; i < rows * features; i += 1) {
      const inside = dy[i] * (1 - xHat[i] * xHat[i]);
      dalpha += inside * x[i];
      dy[i] = alpha * inside;
    }
    this.alpha.gradient[0] += dalpha;
    return dy;
  }
}

/** What stands where no norm does. */
export const IDENTITY = {
  reset() {},
  forward: (x) => x,
  backward: (dy) => dy,
};

const MAKE = {
  none: () => IDENTITY,
  batch: (...given) => new BatchNorm(...given),
  layer: (...given) => new RowNorm(...given),
  rms: (place, features, options) => new RowNorm(place, features, { ...options, center: false }),
  group: (place, features, options) => new RowNorm(place, features, { ...options, groups: GROUPS }),
  dyt: (...given) => new DynamicTanh(...given),
};

/** Returns a norm of rows of so many features. */
export function makeNorm(kind, place, features, options) {
  return MAKE[kind](place, features, options);
}
