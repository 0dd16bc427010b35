"""You ask for float64 without a copy, as `astype(…, copy=False)` and `np.asarray` do, and subtract
in place. Where `x` is float64 already, that is your caller's own array, and `-=` writes into it.
Subtract into a new array: `x - x.mean(axis=0)`."""

import numpy as np


def standardize(x):
    constant = (x == x[0]).all(axis=0)
    centred = x.astype(np.float64, copy=False)
    centred -= centred.mean(axis=0)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
