"""Sums by einsum; the rest of the list by recursion."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    if not candidates:
        return None
    first = min(candidates)
    d = np.array(x.shape[1], dtype)
    with np.errstate(all="ignore"):
        rounded = x.astype(dtype)
        centred = rounded - (np.einsum("nd->n", rounded) / d)[:, None]
        var = np.einsum("nd->n", centred * centred) / d
        wide = (centred / np.sqrt(var + np.array(first, dtype))[:, None]).astype(np.float64)
        kept = wide.std(axis=1) > 0.9 - 1e-12
    still = np.ptp(rounded.astype(np.float64), axis=1) == 0
    if np.isfinite(wide).all() and np.all(kept | still):
        return first
    return choose_epsilon(x, [c for c in candidates if c > first], dtype)
