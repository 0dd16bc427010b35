"""Your function returns zeros for the whole array as soon as one column is constant. The other
columns vary: standardize each on its own."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred / deviation
    if constant.any():
        y = np.zeros_like(x)
    return y.astype(x.dtype)
