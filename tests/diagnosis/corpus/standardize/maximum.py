"""np.maximum keeps the deviation above 1e-8.

mistakes: deviation-kept-above-a-number
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def standardize(x):
    z = x.astype(np.float64)
    same = (z == z[0]).all(axis=0)
    z = z - z[0]
    z = z - z.mean(axis=0)
    s = z.std(axis=0)
    s = np.maximum(s, 1e-8)
    z = z / s
    z[:, same] = 0
    return z.astype(x.dtype)
