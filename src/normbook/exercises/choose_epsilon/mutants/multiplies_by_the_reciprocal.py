"""You multiply by the reciprocal of the root. The dtype rounds that, and the product once more, so that
a spread below 0.9 can come out above it, or the reverse: divide by the root, in one step."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred * (1 / np.sqrt(var + np.dtype(dtype).type(eps)))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
