"""Each row must spread, with ddof=1.

mistakes: constant-row-needs-spread, spread-divides-by-d-minus-1
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    ft = {"float16": np.float16, "float32": np.float32}[dtype]
    best = None
    with np.errstate(all="ignore"):
        xs = x.astype(ft)
        mu = np.mean(xs, axis=-1, keepdims=True)
        d = xs - mu
        v = np.mean(d * d, axis=-1, keepdims=True)
        for c in candidates:
            out = d / np.sqrt(v + ft(c))
            ok = (
                np.isfinite(out).all() and (np.std(out.astype(float), axis=-1, ddof=1) >= 0.9).all()
            )
            if ok and (best is None or c < best):
                best = c
    return best
