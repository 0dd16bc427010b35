"""Your variance is the mean of the squares minus the square of the mean, in float64. For a column near
2⁵⁰ both are near 10³⁰, and their difference is 0 or less than 0. Square what is left after the mean
is subtracted."""

import numpy as np


def standardize(x):
    wide = x.astype(np.float64)
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(wide**2, axis=0) - np.mean(wide, axis=0) ** 2)
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
