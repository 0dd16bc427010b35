// Numbers that look random, and are the same in every browser and in Python.

/** `count` values with mean 0 and variance 1, nearly normal: sums of twelve uniform numbers. */
export function deviates(count, seed) {
  let state = seed;
  const uniform = () => {
    state = (1664525 * state + 1013904223) % 2 ** 32; // exact: the product is below 2 ** 53
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    let sum = -6;
    for (let k = 0; k < 12; k += 1) sum += uniform();
    return sum;
  });
}
