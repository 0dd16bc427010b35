"""eps is not rounded to dtype before it is added.

mistakes: eps-not-rounded
seen: pytorch/pytorch #41527: layer_norm of float16, eps 1e-12
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            root = np.sqrt(var.astype(np.float64) + eps).astype(dtype)
            y = centred / root
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
