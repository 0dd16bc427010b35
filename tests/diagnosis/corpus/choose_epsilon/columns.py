"""Columns are normalized, not rows.

mistakes: columns-not-rows
seen: common error, e.g. axis=0
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:1]).any(axis=0)
        centred = h - h.mean(axis=0)
        var = np.mean(centred**2, axis=0)
        for eps in sorted(candidates):
            y = centred / np.sqrt(var + np.dtype(dtype).type(eps))
            spread = y[:, varied].astype(np.float64).std(axis=0)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
