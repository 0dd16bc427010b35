"""The spread of all rows together is asked, not that of each.

mistakes: average-spread
seen: common error, e.g. std over the whole array
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std()
            if np.isfinite(y).all() and (not varied.any() or spread >= 0.9):
                return eps
    return None
