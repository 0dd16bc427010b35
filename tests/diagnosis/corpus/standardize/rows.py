"""It standardizes each row, not each column.

mistakes: rows-not-columns
seen: example-a.com/answer/47606695: how to standardize a matrix row-wise
"""

import numpy as np


def standardize(x):
    mean = x.mean(axis=1, keepdims=True)
    std = x.std(axis=1, keepdims=True)
    same = (x == x[:, :1]).all(axis=1)
    std[same] = 1
    y = (x - mean) / std
    y[same] = 0
    return y
