"""Your function changes `x` itself: `x -= …` writes into your caller's array, and fails where that
is read-only. `x - …` makes a new array."""

import numpy as np


def standardize(x):
    constant = (x == x[0]).all(axis=0)
    x -= x.mean(axis=0)
    deviation = np.sqrt(np.mean(x**2, axis=0))
    return np.where(constant, 0, x / np.where(constant, 1, deviation)).astype(x.dtype)
