"""The variance divides by D - 1.

mistakes: divides-by-d-minus-1
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = h.var(axis=1, keepdims=True, ddof=1)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
