"""You divide x by its deviation and subtract the mean of x after that. The mean has to be divided,
too: subtract first, then divide."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, x / np.where(constant, 1, deviation) - x.mean(axis=0))
    return y.astype(x.dtype)
