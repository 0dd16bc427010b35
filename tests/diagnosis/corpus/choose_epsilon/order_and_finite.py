"""The given order, and nothing asked about NaN.

mistakes: not-sorted, finite-not-asked
seen: common error, e.g. a first attempt
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = ~(h == h[:, :1]).all(axis=1)
        d = h - h.mean(axis=1, keepdims=True)
        var = (d**2).mean(axis=1, keepdims=True)
        for eps in candidates:
            y = d / np.sqrt(var + np.dtype(dtype).type(eps))
            if np.all(y[varied].astype(np.float64).std(axis=1) >= 0.9):
                return eps
