"""You divide a constant column by 1, which leaves whatever remains when its mean is subtracted. The
mean is rounded, so that this is nearly 0 or, for large values, far from it. Set the result to 0
there."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = (x == x[0]).all(axis=0)
    y = centred / np.where(constant, 1, deviation)
    return y.astype(x.dtype)
