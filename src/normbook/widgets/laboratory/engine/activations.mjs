// ReLU, GELU and tanh, element by element.

/** max(x, 0). Written so that NaN stays NaN. */
class ReLU {
  constructor({ rows }, features) {
    this.features = features;
    this.y = new Float64Array(rows * features);
  }

  forward(x, rows) {
    const { y, features } = this;
    for (let i = 0; i < rows * features; i += 1) y[i] = x[i] < 0 ? 0 : x[i];
    return y;
  }

  /** dx = dy where x > 0; in the place of dy, as in all that are here. */
  backward(dy, rows) {
    const { y, features } = this;
    for (let i = 0; i < rows * features; i += 1) if (y[i] === 0) dy[i] = 0;
    return dy;
  }
}

class Tanh {
  constructor({ rows }, features) {
    this.features = features;
    this.y = new Float64Array(rows * features);
  }

  forward(x, rows) {
    const { y, features } = this;
    for (let i = 0; i < rows * features; i += 1) y[i] = Math.tanh(x[i]);
    return y;
  }

  /** dx = (1 - y²) dy */
  backward(dy, rows) {
    const { y, features } = this;
    for (let i = 0; i < rows * features; i += 1) dy[i] *= 1 - y[i] * y[i];
    return dy;
  }
}

/** x Φ(x), with Φ the distribution function of the normal: ½ (1 + erf(x / √2)). */
export class GELU {
  constructor({ rows }, features) {
    this.features = features;
    this.y = new Float64Array(rows * features);
    this.slope = new Float64Array(rows * features);
  }

  forward(x, rows) {
    const { y, slope, features } = this;
    for (let i = 0; i < rows * features; i += 1) {
      const below = normalBelow(x[i]);
      y[i] = x[i] * below;
      slope[i] = below + x[i] * normalDensity(x[i]);
    }
    return y;
  }

  /** dx = (Φ(x) + x φ(x)) dy */
  backward(dy, rows) {
    const { slope, features } = this;
    for (let i = 0; i < rows * features; i += 1) dy[i] *= slope[i];
    return dy;
  }
}

function normalDensity(x) {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

const STEP = 1 / 8; // the distance between two nodes of the series for Φ
const LAST = 9; // the last node: Φ(-9) is 1e-19
const TERMS = 16; // of each series: exact up to a whole step from its node, and half of one is used
const SERIES = seriesOfNormal();

/** Φ(x) to the last digits of ½, by its Taylor series at the nearest node. */
function normalBelow(x) {
  const size = Math.abs(x);
  if (size >= LAST) return x < 0 ? 0 : 1;
  const node = Math.round(size / STEP) | 0; // of NaN it is 0; then h is NaN
  const h = size - node * STEP;
  const first = node * TERMS;
  let sum = SERIES[first + TERMS - 1];
  for (let k = TERMS - 2; k >= 0; k -= 1) sum = sum * h + SERIES[first + k];
  return x < 0 ? 1 - sum : sum;
}

/**
 * Returns the coefficients of Φ(a + h) in powers of h, for a = 0, STEP, … LAST: each node's first is
 * the value of the series of the node before. From φ' = -x φ follows that the coefficients p of φ
 * obey (k + 1) p[k + 1] = -(a p[k] + p[k - 1]).
 */
function seriesOfNormal() {
  const nodes = LAST / STEP + 1;
  const series = new Float64Array(nodes * TERMS);
  let value = 0.5;
  for (let node = 0; node < nodes; node += 1) {
    const a = node * STEP;
    const first = node * TERMS;
    series[first] = value;
    let [before, p] = [0, normalDensity(a)];
    for (let k = 0; k + 1 < TERMS; k += 1) {
      series[first + k + 1] = p / (k + 1);
      [before, p] = [p, -(a * p + before) / (k + 1)];
    }
    value = 0;
    for (let k = TERMS - 1; k >= 0; k -= 1) value = value * STEP + series[first + k];
  }
  return series;
}

export const ACTIVATION = { relu: ReLU, gelu: GELU, tanh: Tanh };
