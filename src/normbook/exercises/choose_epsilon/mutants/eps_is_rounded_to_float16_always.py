"""You round ε to float16 even where the dtype is float32. There 1e-8 is a number, and in float16 it
is 0. Round to the dtype that is asked for."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.float16(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
