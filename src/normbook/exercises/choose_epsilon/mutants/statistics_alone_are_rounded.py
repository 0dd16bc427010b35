"""You round mean and variance to the dtype, and never x: you subtract and square what came, in
float64. 1.0001 is 1 in float16, and 525² is infinite. Round x before anything is computed from
it; NumPy then stays in the dtype."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True).astype(dtype)
        var = np.mean(centred**2, axis=1, keepdims=True).astype(dtype)
        for eps in sorted(candidates):
            y = (centred / np.sqrt(var + np.dtype(dtype).type(eps))).astype(dtype)
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
