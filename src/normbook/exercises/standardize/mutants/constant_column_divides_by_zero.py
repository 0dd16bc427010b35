"""You divide by the deviation even where it is 0. A constant column is then 0/0, which is NaN, and
NaN spoils all that is computed from it. Give 0 for such a column."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred / deviation
    return y.astype(x.dtype)
