"""You take the variance in float64, and cast it to the dtype after. A square that is infinite in
float16, or 0, is neither in float64. Square, and average, in the dtype that is asked for."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    """Return the smallest candidate with which LayerNorm in dtype serves every row, or None."""
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = x.astype(np.float64).var(axis=1, keepdims=True).astype(dtype)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
