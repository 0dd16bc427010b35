"""A column counts as constant where its deviation is small beside its mean.

mistakes: constant-by-threshold
seen: stats.stackexchange.com/questions/35304: standardize where the deviation is 0
witness: standardize(np.array([[10000.0], [10000.005], [10000.01]], np.float32))
"""

import numpy as np


def standardize(x):
    mean, sd = x.mean(axis=0), x.std(axis=0)
    flat = sd <= 10 * np.finfo(x.dtype).eps * np.abs(mean)
    out = (x - mean) / np.where(flat, 1, sd)
    out[:, flat] = 0
    return out.astype(x.dtype)
