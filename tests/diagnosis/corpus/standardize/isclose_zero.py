"""np.isclose decides whether a column is constant.

mistakes: constant-by-threshold
seen: common error, e.g. np.isclose(std, 0)
"""

import numpy as np


def standardize(x):
    std = np.std(x, axis=0)
    out = np.zeros_like(x)
    for j in range(x.shape[1]):
        if not np.isclose(std[j], 0):
            out[:, j] = (x[:, j] - np.mean(x[:, j])) / std[j]
    return out
