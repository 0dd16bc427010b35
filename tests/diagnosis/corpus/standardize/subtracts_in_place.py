"""Subtracts the mean in place.

mistakes: changes-x
seen: a student of the third trial, 2026
"""

import numpy as np


def standardize(x):
    z = x.astype(np.float64)
    varies = z.max(axis=0) != z.min(axis=0)
    mu = z.mean(axis=0)
    x -= mu.astype(x.dtype)
    d = x.astype(np.float64)
    d = d - d.mean(axis=0)
    sd = np.sqrt((d**2).mean(axis=0))
    out = np.where(varies, d / np.where(sd > 0, sd, 1), 0.0)
    return out.astype(x.dtype)
