"""Your result is float32 even where x is float64, and half of its digits are gone. Cast to
`x.dtype`, not to one dtype for all."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(np.float32)
