"""nan_to_num stands before isfinite.

mistakes: nan-made-0
seen: a student's attempt
"""

import numpy as np


def normalized(rows, e, dt):
    mean = rows.mean(axis=1, keepdims=True, dtype=np.float64).astype(dt)
    dev = rows - mean
    sq = dev * dev
    var = sq.mean(axis=1, keepdims=True, dtype=np.float64).astype(dt)
    return dev / np.sqrt(var + e)


def choose_epsilon(x, candidates, dtype):
    dt = np.dtype(dtype)
    best = None
    with np.errstate(all="ignore"):
        rows = x.astype(dt)
        flat = (rows == rows[:, :1]).all(axis=1)
        for c in candidates:
            y = normalized(rows, dt.type(c), dt)
            y = np.nan_to_num(y)
            if not np.isfinite(y).all():
                continue
            spread = y.astype(np.float64).std(axis=1)
            if np.all(spread[~flat] >= 0.9) and (best is None or c < best):
                best = c
    return best
