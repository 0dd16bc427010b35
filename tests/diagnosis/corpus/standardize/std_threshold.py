"""A column counts as constant where its deviation is small.

mistakes: constant-by-threshold
seen: scikit-learn's _handle_zeros_in_scale, and snippets after it
"""

import numpy as np


def standardize(x):
    mu = np.mean(x, axis=0)
    sd = np.std(x, axis=0)
    small = sd < 1e-8
    out = (x - mu) / np.where(small, 1, sd)
    out[:, small] = 0
    return out
