"""float64 throughout, and constant rows asked for a spread.

mistakes: computed-in-float64, constant-row-needs-spread
seen: deepspeedai/DeepSpeed #581: eps lost when cast to float16
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    mean = x.mean(axis=1, keepdims=True)
    var = x.var(axis=1, keepdims=True)
    for eps in sorted(candidates):
        y = ((x - mean) / np.sqrt(var + eps)).astype(dtype)
        if np.isfinite(y).all() and np.all(y.std(axis=1) >= 0.9):
            return eps
    return None
