"""You leave out each candidate that is 0 in the dtype. Such a candidate fails only where a variance
is 0 as well: other rows need no ε. Judge it by its results, like the others."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            if np.dtype(dtype).type(eps) == 0:
                continue
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
