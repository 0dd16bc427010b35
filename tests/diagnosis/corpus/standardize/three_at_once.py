"""One mean for the whole array, N - 1, and a small number added.

mistakes: one-mean-for-all, divides-by-n-minus-1, eps-beside-deviation
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""

import numpy as np


def standardize(x):
    flat = x.ravel()
    return (x - flat.mean()) / (flat.std(ddof=1) + 1e-12)
