"""A unit is left out where its deviation is below 1e-12.

mistakes: constant-by-threshold
seen: common error, e.g. sigma > 1e-12
witness: activation_drift(np.array([[0.], [2e-13]]), np.array([[1.], [1.]]))
"""

import numpy as np


def activation_drift(before, after):
    sigma = before.std(axis=0)
    alive = sigma > 1e-12
    if not alive.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift[alive] / sigma[alive]))
