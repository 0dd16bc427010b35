// A function that keeps its last result: for what a slider of something else does not change.

/** The function, which keeps its last result. */
export function remember(compute) {
  let last = null;
  return (...of) => {
    const key = of.join();
    if (last?.key !== key) last = { key, result: compute(...of) };
    return last.result;
  };
}
