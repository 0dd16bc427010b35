"""You look for constant rows in x as it came. 1 and 1.0001 are equal in float16: after rounding
that row has no spread to keep, and you require one of it. Round first, then compare."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        varied = (x != x[:, :1]).any(axis=1)
        x = x.astype(dtype)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
