"""N - 1, and a result of float64.

mistakes: divides-by-n-minus-1, float64-result
seen: a student of the third trial, 2026
"""

import numpy as np


def standardize(x):
    # work in float64 so that we do not lose digits
    x = np.asarray(x, dtype=np.float64)
    means = x.mean(axis=0, keepdims=True)
    stds = x.std(axis=0, keepdims=True, ddof=1)
    constant = (x == x[0]).all(axis=0)
    out = np.zeros_like(x)
    out[:, ~constant] = ((x - means) / np.where(constant, 1.0, stds))[:, ~constant]
    return out
