"""Everything is computed in the dtype of x, not in dtype.

mistakes: computed-in-float64
seen: pytorch/pytorch #41527: layer_norm of float16, eps 1e-12
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    varied = (x.astype(dtype) != x.astype(dtype)[:, :1]).any(axis=1)
    mean = x.mean(axis=1, keepdims=True)
    var = x.var(axis=1, keepdims=True)
    for eps in sorted(candidates):
        with np.errstate(all="ignore"):
            y = (x - mean) / np.sqrt(var + eps)
        if np.isfinite(y).all() and (y[varied].std(axis=1) >= 0.9).all():
            return eps
    return None
