"""Where none serves it returns the largest.

mistakes: last-when-none-serves
seen: common error, e.g. the best of the bad
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    best = None
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            best = eps
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                break
    return best
