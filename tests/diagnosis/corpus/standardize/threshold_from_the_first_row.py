"""A deviation below 1e-12 counts as 1.

mistakes: constant-by-threshold
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def standardize(x):
    data = np.array(x, dtype=np.float64)
    n = data.shape[0]
    data -= data[0].copy()
    avg = np.sum(data, axis=0) / n
    centred = data - avg
    sigma = np.sqrt(np.sum(centred * centred, axis=0) / n)
    sigma[sigma < 1e-12] = 1.0
    return (centred / sigma).astype(x.dtype)
