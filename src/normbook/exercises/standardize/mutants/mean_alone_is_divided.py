"""You divide the mean alone: `/` comes before `-`, so that `x - mean / deviation` subtracts a
quotient from x. Put brackets round the difference: `(x - mean) / deviation`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    # Rounding may give a constant column a mean beside its value, and a deviation above 0.
    y = np.where(constant, 0, x - x.mean(axis=0) / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
