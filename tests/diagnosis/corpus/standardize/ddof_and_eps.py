"""The variance divides by N - 1, and a small number is added to the deviation.

mistakes: divides-by-n-minus-1, eps-beside-deviation
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""

import numpy as np


def standardize(x):
    return (x - np.mean(x, axis=0)) / (np.std(x, axis=0, ddof=1) + 1e-9)
