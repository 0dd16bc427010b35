"""You subtract the median. It agrees with the mean on symmetric columns; where it does not, the
result does not sum to 0."""

import numpy as np


def standardize(x):
    centred = x - np.median(x, axis=0)
    deviation = np.sqrt(np.var(x, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
