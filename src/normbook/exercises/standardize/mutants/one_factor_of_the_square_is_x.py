"""Your variance is the mean of x · (x − μ). On paper that is the variance, as x − μ adds up to 0; in
floats it adds up to a little more, and a large mean multiplies what is left: the variance may even be
negative. Square x − μ."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(x * centred, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
