"""You leave constant columns out of the result. They carry no information, but the caller counts
columns: the result has the shape of `x`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred[:, ~constant] / deviation[~constant]
    return y.astype(x.dtype)
