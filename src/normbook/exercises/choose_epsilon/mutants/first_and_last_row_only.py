"""You look at the spread of the first and of the last row, and at none between. Ask every row that
varies."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread[[0, -1][: len(spread)]] >= 0.9).all():
                return eps
    return None
