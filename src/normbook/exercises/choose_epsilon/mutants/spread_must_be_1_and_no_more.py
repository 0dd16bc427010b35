"""You ask for a spread of 1, within a hundredth on both sides. An ε always costs a little, rounding
may add some, and the task sets only one limit: at least 0.9."""

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
            if np.isfinite(y).all() and (np.abs(spread - 1) <= 0.01).all():
                return eps
    return None
