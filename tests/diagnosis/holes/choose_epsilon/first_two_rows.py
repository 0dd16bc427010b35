"""The first two rows alone need a spread."""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    t = np.dtype(dtype).type
    with np.errstate(all="ignore"):
        z = np.asarray(x).astype(t)
        D = z.shape[1]
        mu = z.mean(axis=1, keepdims=True)
        c = z - mu
        sq = c * c
        var = sq.mean(axis=1, keepdims=True)
        constant = (z == z[:, :1]).all(axis=1)
        for eps in sorted(candidates):
            out = c / np.sqrt(var + t(eps))
            assert out.dtype == t
            if not np.isfinite(out).all():
                continue
            spread = out.astype(np.float64).std(axis=1)
            if ((spread >= 0.9) | constant)[:2].all():
                return eps
    return None
