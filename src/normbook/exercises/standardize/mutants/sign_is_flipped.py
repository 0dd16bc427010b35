"""Your result has the wrong sign: you subtract x from the mean. What lies above its mean has to
come out positive."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    return np.where(constant, 0, -centred / np.where(constant, 1, deviation)).astype(x.dtype)
