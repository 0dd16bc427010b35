"""A constant row is asked for a spread that it cannot have.

mistakes: constant-row-needs-spread
seen: common error, e.g. constant rows not thought of
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            if np.isfinite(y).all() and (y.astype(np.float64).std(axis=1) >= 0.9).all():
                return eps
    return None
