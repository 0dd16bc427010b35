"""The z-score of each column."""

import numpy as np


def standardize(x):
    """Return each column minus its mean, divided by its standard deviation."""
    # float64, as the sum of many rows has few digits in float32.
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    # Rounding may give a constant column a mean beside its value, and a deviation above 0.
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
