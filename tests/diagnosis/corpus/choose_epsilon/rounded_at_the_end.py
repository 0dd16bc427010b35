"""It computes in float64, and rounds the result to dtype.

mistakes: computed-in-float64
seen: deepspeedai/DeepSpeed #581: eps lost when cast to float16
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    z = x.astype(dtype).astype(np.float64)
    flat = (z == z[:, :1]).all(axis=1)
    centred = z - z.mean(axis=1, keepdims=True)
    var = (centred**2).mean(axis=1, keepdims=True)
    for eps in sorted(candidates):
        with np.errstate(all="ignore"):
            y = (centred / np.sqrt(var + eps)).astype(dtype)
        spread = y.astype(np.float64).std(axis=1)
        if np.isfinite(y).all() and np.all(spread[~flat] >= 0.9):
            return eps
