"""You guard against the division by 0 with a small number: you add it, as in `std + 1e-8` and
`sqrt(var + 1e-5)`, or put it in place of less, as in `np.maximum(std, 1e-8)`, or take what is below
it for 0, as in `std < 1e-8` and `np.isclose(std, 0)`. A column of still smaller numbers then comes
out as 0 or nearly 0, and (2e30, 2e30, 2e30), whose mean is rounded, as −1. No number is right for
all data: compare the values of a column with each other, exactly."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred / (deviation + 1e-8)
    return y.astype(x.dtype)
