"""An eps of 1e-5 is added to the variance.

mistakes: eps-in-root
seen: common error, e.g. a habit from batch norm
"""

import numpy as np


def standardize(x):
    eps = 1e-5
    centred = x - x.mean(axis=0)
    variance = (centred**2).mean(axis=0)
    result = centred / np.sqrt(variance + eps)
    result[:, (x == x[0]).all(axis=0)] = 0
    return result
