"""Rows instead of columns, and only a deviation of exactly 0 is caught.

mistakes: rows-not-columns, constant-by-std-zero
seen: example-a.com/answer/47606695: how to standardize a matrix row-wise
"""

import numpy as np


def standardize(x):
    m = np.mean(x, axis=1)[:, np.newaxis]
    s = np.std(x, axis=1)[:, np.newaxis]
    s[s == 0] = 1
    return (x - m) / s
