"""You take everything along the first axis: mean, variance, spread, and which rows are constant. Rows
lie along the last axis: LayerNorm, and what you ask of its results, take `axis=1`."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=0)
        centred = x - x.mean(axis=0)
        var = np.mean(centred**2, axis=0)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[:, varied].astype(np.float64).std(axis=0)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
