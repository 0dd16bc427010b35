"""A unit is left out where its deviation is small.

mistakes: constant-by-threshold
seen: scikit-learn's _handle_zeros_in_scale, and snippets after it
witness: activation_drift(np.array([[0.], [2e-7]]), np.array([[1.], [1.]]))
"""

import numpy as np


def activation_drift(before, after):
    mu, sigma = before.mean(axis=0), before.std(axis=0)
    alive = sigma > 1e-6
    if not alive.any():
        return 0.0
    return float((np.abs(after.mean(axis=0) - mu)[alive] / sigma[alive]).mean())
