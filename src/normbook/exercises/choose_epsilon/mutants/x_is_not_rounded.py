"""You subtract the mean from x as it came, in float64, and round only the deviations. 70,000 is
infinite in float16, and 1.0001 is 1: round x before anything is computed from it."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        varied = (x != x[:, :1]).any(axis=1)
        wide = x - x.mean(axis=1, keepdims=True)
        centred = wide.astype(dtype)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
