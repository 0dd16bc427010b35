"""The first that serves in the order given.

mistakes: not-sorted
seen: a student of the third trial, 2026
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    """Return the smallest candidate that serves every row, or None."""
    t = np.dtype(dtype).type
    xr = x.astype(t)
    varies = xr.max(axis=1) != xr.min(axis=1)
    for eps in candidates:
        mean = xr.mean(axis=1, keepdims=True)
        d = xr - mean
        var = (d * d).mean(axis=1, keepdims=True)
        y = d / np.sqrt(var + t(eps))
        if not np.isfinite(y).all():
            continue
        spread = y.astype(np.float64).std(axis=1)
        if (spread[varies] >= 0.9).all():
            return eps
    return None
