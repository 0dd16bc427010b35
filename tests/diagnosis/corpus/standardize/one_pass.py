"""The variance is the mean of the squares minus the square of the mean.

mistakes: one-pass-variance
seen: camlab-ethz/poseidon #6: E[x^2] - E[x]^2 in a layer norm
"""

import numpy as np


def standardize(x):
    mean = x.mean(axis=0)
    var = (x**2).mean(axis=0) - mean**2
    constant = (x == x[0]).all(axis=0)
    var[constant] = 1
    y = (x - mean) / np.sqrt(var)
    y[:, constant] = 0
    return y
