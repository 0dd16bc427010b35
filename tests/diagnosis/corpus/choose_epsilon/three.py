"""float64, the given order, and constant rows asked for a spread.

mistakes: computed-in-float64, not-sorted, constant-row-needs-spread
seen: pytorch/pytorch #41527: layer_norm of float16, eps 1e-12
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    for eps in candidates:
        y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + eps)
        y = y.astype(dtype)
        if np.all(np.isfinite(y)) and np.all(np.std(y, axis=1) >= 0.9):
            return eps
    return None
