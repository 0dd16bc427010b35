"""A constant unit counts as 0 in the average instead of being left out.

mistakes: constant-counts-as-0
seen: common error, e.g. np.where and a mean over all units
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    sigma = np.where(varies, before.std(axis=0), 1)
    return float(np.mean(np.where(varies, shift / sigma, 0)))
