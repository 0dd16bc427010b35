"""You take a column for constant where its values differ little beside their size: by a threshold
relative to the mean, or since its variance, as E[x²] − μ², comes out as 0. Values that differ in
their last digits still differ, and their column has a deviation to divide by. Ask whether the
values are the same: `x == x[0]`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = deviation <= 1e-12 * np.abs(x.mean(axis=0))
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
