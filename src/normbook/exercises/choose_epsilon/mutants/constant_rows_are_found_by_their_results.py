"""You take a row as constant where the spread of its results is 0. A row whose squares are infinite
becomes 0, too, and is then let off though it lost all its spread. Compare the values of x."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y.astype(np.float64).std(axis=1)
            spread = spread[spread != 0]
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
