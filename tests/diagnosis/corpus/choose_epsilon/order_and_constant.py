"""The given order, and constant rows asked for a spread.

mistakes: not-sorted, constant-row-needs-spread
seen: common error, e.g. a first attempt
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    x = x.astype(dtype)
    for eps in candidates:
        with np.errstate(all="ignore"):
            mean = x.mean(axis=1, keepdims=True)
            d = x - mean
            y = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + np.dtype(dtype).type(eps))
        if np.isfinite(y).all() and y.astype(np.float64).std(axis=1).min() >= 0.9:
            return eps
    return None
