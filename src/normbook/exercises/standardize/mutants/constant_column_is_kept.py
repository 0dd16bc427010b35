"""You leave a constant column as it is. A column of fives then stands at 5 beside columns around 0.
It does not deviate from its mean: it gives 0."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, x, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
