"""Your function writes into x where x has the dtype already: `np.asarray(x, dtype)` is then no
copy, and `-=` changes your caller's array. Write `x - …`, which makes a new one."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = np.asarray(x, dtype)
        varied = (x != x[:, :1]).any(axis=1)
        x -= x.mean(axis=1, keepdims=True)
        centred = x
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
