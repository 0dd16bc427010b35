"""The variance divides by N - 1, and a constant column gives NaN.

mistakes: divides-by-n-minus-1, constant-gives-nan
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def standardize(x):
    n = len(x)
    mu = x.sum(0) / n
    sigma = np.sqrt(((x - mu) ** 2).sum(0) / (n - 1))
    return (x - mu) / sigma
