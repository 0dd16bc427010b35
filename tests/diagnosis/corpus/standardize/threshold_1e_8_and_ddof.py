"""A deviation below 1e-8 counts as 1, and N - 1.

mistakes: divides-by-n-minus-1, constant-by-threshold
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def standardize(x):
    data = np.array(x, dtype=np.float64)
    n = data.shape[0]
    data -= data[0].copy()
    avg = np.sum(data, axis=0) / n
    centred = data - avg
    sigma = np.sqrt(np.sum(centred * centred, axis=0) / (n - 1))
    sigma[sigma < 1e-8] = 1.0
    return (centred / sigma).astype(x.dtype)
