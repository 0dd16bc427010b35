"""The sum of squares is divided by N - 1.

mistakes: divides-by-n-minus-1
seen: chentt66/simulation: sample_stats_welford, m2 / (count - 1)
"""

import numpy as np


def standardize(x):
    n = x.shape[0]
    d = x - np.sum(x, axis=0) / n
    var = np.sum(d * d, axis=0) / (n - 1)
    flat = np.all(x == x[0, :], axis=0)
    var[flat] = 1
    d[:, flat] = 0
    return d / np.sqrt(var)
