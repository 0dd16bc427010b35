"""np.isclose decides whether a deviation is 0.

mistakes: constant-by-threshold
seen: common error, e.g. np.isclose(std, 0)
witness: activation_drift(np.array([[0.], [2e-9]]), np.array([[1.], [1.]]))
"""

import numpy as np


def activation_drift(before, after):
    sigma = before.std(axis=0)
    alive = ~np.isclose(sigma, 0)
    if not alive.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift[alive] / sigma[alive]))
