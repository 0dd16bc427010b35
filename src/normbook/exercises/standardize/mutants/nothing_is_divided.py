"""You subtract the mean of each column and stop there. Divide by its standard deviation, so that
all columns have the same size, and return 0 where a column is constant: the mean is rounded."""

import numpy as np


def standardize(x):
    y = x - x.mean(axis=0)
    return y.astype(x.dtype)
