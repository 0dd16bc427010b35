"""You divide by the variance instead of its root. Grams become one over grams: a column ten times
as large comes out ten times as small. Take the square root."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.mean(centred**2, axis=0)
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
