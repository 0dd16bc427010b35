"""np.isclose decides whether the values of a column are equal.

mistakes: constant-by-threshold
seen: stats.stackexchange.com/questions/35304: standardize where the deviation is 0
witness: standardize(np.array([[1e9], [1e9 + 1e-4], [1e9 + 2e-4]]))
"""

import numpy as np


def standardize(x):
    flat = np.isclose(x, x[0], rtol=1e-12, atol=0).all(axis=0)
    out = (x - x.mean(axis=0)) / np.where(flat, 1, x.std(axis=0))
    out[:, flat] = 0
    return out.astype(x.dtype)
