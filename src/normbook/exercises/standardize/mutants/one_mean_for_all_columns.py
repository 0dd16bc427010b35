"""You subtract one mean from all columns. A column then keeps its distance from the others. Take the
mean with `axis=0`."""

import numpy as np


def standardize(x):
    centred = x - x.mean()
    deviation = np.sqrt(np.var(x, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
