// Numbers that look random, and are the same in every browser and in Python.

/** A stream of numbers that begins at a seed, a whole number from 0 to 2 ** 32 - 1. */
export class Stream {
  constructor(seed) {
    this.state = seed;
  }

  /** The next number, uniform in [0, 1). */
  uniform() {
    this.state = (1664525 * this.state + 1013904223) % 2 ** 32; // exact: the product is below 2 ** 53
    return this.state / 2 ** 32;
  }

  /** The next number with mean 0 and variance 1, nearly normal: a sum of twelve uniform numbers. */
  deviate() {
    let sum = -6;
    for (let k = 0; k < 12; k += 1) sum += this.uniform();
    return sum;
  }
}

/** `count` values with mean 0 and variance 1, nearly normal. */
export function deviates(count, seed) {
  const stream = new Stream(seed);
  return Array.from({ length: count }, () => stream.deviate());
}

/**
 * Returns a stream of its own for each purpose of a seed, so that nothing that one purpose draws
 * shifts what another does. Seeds are hashed, since streams of neighbouring seeds are alike: FNV-1a,
 * then the last mixing of MurmurHash3.
 */
export function streamOf(seed, purpose) {
  let hash = 2166136261;
  for (const character of `${seed} ${purpose}`) {
    hash = Math.imul(hash ^ character.codePointAt(0), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return new Stream((hash ^ (hash >>> 16)) >>> 0);
}
