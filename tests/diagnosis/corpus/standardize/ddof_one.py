"""The variance divides by N - 1.

mistakes: divides-by-n-minus-1
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def standardize(x):
    mu = x.mean(axis=0)
    sigma = x.std(axis=0, ddof=1)
    constant = np.ptp(x, axis=0) == 0
    z = (x - mu) / np.where(constant, 1, sigma)
    z[:, constant] = 0
    return z
