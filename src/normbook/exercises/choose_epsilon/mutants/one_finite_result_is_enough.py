"""You do not require of all results that they are finite: by `any` in place of `all`, say, or
because you never ask it of constant rows. One that becomes 0/0 stands beside rows that do not,
and the candidate seems to serve."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        x = x.astype(dtype)
        varied = (x != x[:, :1]).any(axis=1)
        centred = x - x.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).any() and (spread >= 0.9).all():
                return eps
    return None
