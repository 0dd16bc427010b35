"""eps is outside the root.

mistakes: eps-outside-root
seen: codertimo/BERT-pytorch #30
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    with np.errstate(all="ignore"):
        h = x.astype(dtype)
        varied = (h != h[:, :1]).any(axis=1)
        centred = h - h.mean(axis=1, keepdims=True)
        std = np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
        for eps in sorted(candidates):
            y = centred / (std + np.dtype(dtype).type(eps))
            spread = y[varied].astype(np.float64).std(axis=1)
            if np.isfinite(y).all() and (spread >= 0.9).all():
                return eps
    return None
