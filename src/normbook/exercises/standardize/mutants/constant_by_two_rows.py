"""You compare two rows, and take a column for constant where they agree. The rows between may
differ: compare all of them with one."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = x[0] == x[-1]
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
