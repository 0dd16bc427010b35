// What each block does, in numbers that can be drawn: a row of PROBES and one of BINS a block.

export const BINS = 48;
export const RANGE = 6;
export const PROBES = ["gradient", "variance", "min", "median", "max"]; // the last three of γ

/** Looks at what the last batch left in a network. */
export class Probe {
  constructor(network, rows) {
    const most = Math.max(...network.blocks.map((block) => gammasOf(block).length));
    Object.assign(this, { network, rows, gammas: new Float64Array(most * network.width) });
  }

  /** Fills both: `numbers` of blocks × PROBES, NaN where there is no γ, and `counts` of blocks × BINS. */
  read(numbers, counts) {
    const { blocks } = this.network;
    counts.fill(0);
    for (let i = 0; i < blocks.length; i += 1) {
      const at = i * PROBES.length;
      numbers[at] = Math.sqrt(this.network.gradientSquares(blocks[i]));
      numbers[at + 1] = this.#variance(blocks[i].x);
      this.#readGamma(blocks[i], numbers, at + 2);
      this.#count(blocks[i].x, counts, i * BINS);
    }
  }

  #variance(x) {
    const count = this.rows * this.network.width;
    let mean = 0;
    let square = 0;
    for (let i = 0; i < count; i += 1) mean += x[i] / count;
    for (let i = 0; i < count; i += 1) square += (x[i] - mean) ** 2 / count;
    return square;
  }

  #count(x, counts, at) {
    for (let i = 0; i < this.rows * this.network.width; i += 1) {
      const bin = Math.floor(((x[i] + RANGE) / (2 * RANGE)) * BINS);
      counts[at + Math.max(0, Math.min(BINS - 1, bin))] += 1;
    }
  }

  #readGamma(block, numbers, at) {
    let count = 0;
    for (const { value } of gammasOf(block)) {
      this.gammas.set(value, count);
      count += value.length;
    }
    const sorted = this.gammas.subarray(0, count).sort();
    const middle = (count - 1) / 2;
    numbers[at] = count ? sorted[0] : Number.NaN;
    numbers[at + 1] = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
    numbers[at + 2] = count ? sorted[count - 1] : Number.NaN;
  }
}

/** The γ of the norms around a block's sublayers. */
function gammasOf({ residuals }) {
  return residuals
    .flatMap(({ normIn, normOut }) => [normIn, normOut])
    .filter(({ weight }) => weight)
    .map(({ weight }) => weight);
}
