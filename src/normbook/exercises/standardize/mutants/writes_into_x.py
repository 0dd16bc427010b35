"""Your function changes `x` itself: `x -= …` writes into your caller's array, and fails where that
is read-only. `x - …` makes a new array."""

import numpy as np


def standardize(x):
    x -= x.mean(axis=0)
    centred = x
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
