"""The argument itself is changed.

mistakes: changes-x
seen: common error, e.g. X -= X.mean(axis=0)
"""

import numpy as np


def standardize(x):
    constant = (x == x[0]).all(axis=0)
    x -= x.mean(axis=0)
    sd = np.sqrt((x**2).mean(axis=0))
    sd[constant] = 1
    x /= sd
    x[:, constant] = 0
    return x
