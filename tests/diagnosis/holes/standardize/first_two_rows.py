"""Only the first and the last row are compared.

mistakes: constant-by-two-rows
seen: stats.stackexchange.com/questions/35304: standardize where the deviation is 0
witness: standardize(np.array([[1.], [2.], [1.]]))
"""

import numpy as np


def standardize(x):
    flat = x[0] == x[-1]
    out = (x - x.mean(axis=0)) / np.where(flat, 1, x.std(axis=0))
    out[:, flat] = 0
    return out.astype(x.dtype)
