"""You round ε to the dtype, and compute with x as it came, in float64. There 300² and 70,000 are
finite, and 1.0001 is not 1. Round x before anything is computed from it; NumPy then stays in the
dtype."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
