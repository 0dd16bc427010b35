"""Your result is float64 even where x is float32. It then takes twice the memory, and so does all
that is computed from it. Cast it back with `astype(x.dtype)`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(np.float64)
