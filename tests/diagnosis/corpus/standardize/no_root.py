"""It divides by the variance, not by its root.

mistakes: no-square-root
seen: common error, e.g. var and std confused
"""

import numpy as np


def standardize(x):
    mean, var = x.mean(axis=0), x.var(axis=0)
    constant = x.min(axis=0) == x.max(axis=0)
    var[constant] = 1
    y = (x - mean) / var
    y[:, constant] = 0
    return y
