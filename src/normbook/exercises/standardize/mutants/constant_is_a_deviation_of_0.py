"""You take a column for constant where its deviation is 0. But (0.1, 0.1, 0.1) has a mean of
0.10000000000000002, so its deviation is 1.4e-17, and you divide one rounding error by another: the
result is −1. Compare the values with each other."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = deviation == 0
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
