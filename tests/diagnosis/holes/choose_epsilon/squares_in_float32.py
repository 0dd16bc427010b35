"""The squares and their mean are taken in float32.

mistakes: computed-in-float32
seen: pytorch/pytorch #133085: RMSNorm overflows in float16
witness: choose_epsilon(np.array([[0.] * 7 + [600.]]), [1e-3], 'float16')
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred.astype(np.float32) ** 2, axis=1, keepdims=True).astype(dtype)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
