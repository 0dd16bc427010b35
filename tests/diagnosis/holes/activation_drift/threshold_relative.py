"""A unit is left out where its deviation is small beside its mean.

mistakes: constant-by-threshold
seen: common error, e.g. sigma > 1e-5 * abs(mu)
witness: activation_drift(np.array([[1.], [1.000001]]), np.array([[2.], [2.]]))
"""

import numpy as np


def activation_drift(before, after):
    mu, sigma = before.mean(axis=0), before.std(axis=0)
    alive = sigma > 1e-6 * np.abs(mu)
    if not alive.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - mu)
    return float(np.mean(shift[alive] / sigma[alive]))
