"""A column is constant where its deviation comes out as 0.

mistakes: constant-by-std-zero
seen: a student of the third trial, 2026
"""

import numpy as np


def standardize(x):
    """z-score of each column"""
    mu = np.mean(x, axis=0)
    sd = np.std(x, axis=0)
    z = (x - mu) / np.where(sd == 0, 1, sd)
    return z.astype(x.dtype)
