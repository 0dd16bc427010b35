"""You round x and ε to the dtype, compute in float64, and round the results alone. In between
300² is finite, which in float16 it is not. Each step has a result in the dtype: the deviations,
their squares, the variance, the root."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype).astype(np.float64)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps).astype(np.float64))
            y = y.astype(dtype)
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
