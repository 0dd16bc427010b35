"""Your function gives 1 for a constant column, as if it lay one deviation above its mean. It does
not deviate at all: it gives 0."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 1, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
