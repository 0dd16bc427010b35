"""The spread is measured in dtype, not in float64.

mistakes: spread-in-dtype
seen: common error, e.g. y.std() in float16
witness: choose_epsilon(np.array([[1.01, -0.74, -0.05, 0.04]]), [0.091], 'float16')
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
            if np.isfinite(y).all() and (y[varied].std(axis=1) >= 0.9).all():
                return eps
    return None
