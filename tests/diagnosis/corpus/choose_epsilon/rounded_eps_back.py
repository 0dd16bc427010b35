"""The candidate is returned as it was rounded.

mistakes: eps-returned-rounded
seen: common error, e.g. candidates rounded in one go
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        var = np.mean(centred**2, axis=1, keepdims=True)
        for eps in np.sort(np.array(candidates, dtype=dtype)):
            y = centred / np.sqrt(var + eps)
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return float(eps)
    return None
