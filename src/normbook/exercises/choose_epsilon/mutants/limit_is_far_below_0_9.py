"""Your limit is far below 0.9, as 0.09 is: candidates pass with which a row that varies shrinks to
a small part of its size. The spread has to be at least 0.9."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    """Return the smallest candidate with which LayerNorm in dtype serves every row, or None."""
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.09).all():
                return eps
    return None
