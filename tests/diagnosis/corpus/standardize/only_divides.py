"""The mean is not subtracted.

mistakes: does-not-centre
seen: common error, e.g. StandardScaler(with_mean=False)
"""

import numpy as np


def standardize(x):
    sd = x.std(axis=0)
    constant = (x == x[0]).all(axis=0)
    return np.where(constant, 0, x / np.where(constant, 1, sd))
