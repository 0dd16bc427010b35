"""You scale each column from its smallest to its largest value, to lie between 0 and 1. That is
min-max scaling. Subtract the mean, and divide by the standard deviation."""

import numpy as np


def standardize(x):
    centred = x - x.min(axis=0)
    deviation = x.max(axis=0) - x.min(axis=0)
    constant = (x == x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
