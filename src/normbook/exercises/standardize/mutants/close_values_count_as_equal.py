"""You take a column for constant where its values are nearly equal, as `np.isclose` and
`np.allclose` say. They allow for 1e-5 of the value and 1e-8 besides, so that small numbers, and
large ones that differ a little, come out as 0. Ask whether the values are the same: `x == x[0]`."""

import numpy as np


def standardize(x):
    centred = x - x.mean(axis=0, dtype=np.float64)
    deviation = np.sqrt(np.mean(centred**2, axis=0))
    constant = np.isclose(x, x[0]).all(axis=0)
    y = np.where(constant, 0, centred / np.where(constant, 1, deviation))
    return y.astype(x.dtype)
