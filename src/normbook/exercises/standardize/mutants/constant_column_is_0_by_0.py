"""You subtract the mean, and divide what is left by its own deviation even where that is 0: a
constant column is then 0/0, which is NaN, or infinite where its mean was rounded. Give 0 for
such a column."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred / np.where(constant, 0, deviation)
    return y.astype(x.dtype)
