// Keeps the last result of a function, so that it is computed anew only for other arguments.

/** Returns the function with its last result kept. */
export function remember(compute) {
  let last = null;
  return (...of) => {
    const key = of.join();
    if (last?.key !== key) last = { key, result: compute(...of) };
    return last.result;
  };
}
