"""A row counts as constant by its values before rounding.

mistakes: constant-before-rounding
seen: common error, e.g. the mask made from x
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    varied = (x != x[:, :1]).any(axis=1)
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
