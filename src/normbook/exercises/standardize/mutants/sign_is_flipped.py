"""Your result has the wrong sign: you subtract x from the mean. What lies above its mean has to
come out positive."""

import numpy as np


def standardize(x):
    centred = x.mean(axis=0) - x
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
