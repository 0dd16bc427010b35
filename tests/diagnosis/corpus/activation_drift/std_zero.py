"""A unit is left out where its computed deviation is exactly 0.

mistakes: constant-by-std-zero
seen: mcmap.net/q/1908922: where std is 0
"""

import numpy as np


def activation_drift(before, after):
    mu, sigma = before.mean(axis=0), before.std(axis=0)
    alive = sigma != 0
    if not np.any(alive):
        return 0.0
    shift = np.abs(after.mean(axis=0) - mu)
    return float(np.mean(shift[alive] / sigma[alive]))
