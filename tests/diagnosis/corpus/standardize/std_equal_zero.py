"""A column counts as constant where its computed deviation is exactly 0.

mistakes: constant-by-std-zero
seen: mcmap.net/q/1908922: set the std to 1 where it is 0
"""

import numpy as np


def standardize(x):
    mu = np.mean(x, axis=0)
    sd = np.std(x, axis=0)
    sd[sd == 0] = 1
    return (x - mu) / sd
