"""float64 is computed in float32.

mistakes: computed-in-float32
seen: stats.stackexchange.com/questions/35304: standardize where the deviation is 0
witness: standardize(np.array([[1e-50], [2e-50], [4e-50]]))
"""

import numpy as np


def standardize(x):
    z = x.astype(np.float32)
    flat = (x == x[0]).all(axis=0)
    sd = z.std(axis=0)
    out = (z - z.mean(axis=0)) / np.where(flat | (sd == 0), 1, sd)
    out[:, flat] = 0
    return out.astype(x.dtype)
