"""One pass over the rows of `before`, and one sum over the units."""

import numpy as np


def activation_drift(before, after):
    mean, m2 = np.zeros(before.shape[1]), np.zeros(before.shape[1])
    for n, row in enumerate(before, start=1):
        delta = row - mean
        mean += delta / n
        m2 += delta * (row - mean)
    units = np.flatnonzero(np.ptp(before, axis=0))
    if units.size == 0:
        return 0.0
    shift = np.abs(np.einsum("nu->u", after.astype(np.float64)) / len(after) - mean)[units]
    return float(np.einsum("u,u->", shift, np.sqrt(len(before) / m2[units])) / units.size)
