"""You measure the spread in the dtype of the results. Float16 knows no number between 0.8999 and
0.9004, so that a spread just below 0.9 passes. Cast the results to float64 first."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
