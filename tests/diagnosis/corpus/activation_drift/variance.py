"""It divides by the variance.

mistakes: variance-not-deviation
seen: common error, e.g. var for std
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    if not varies.any():
        return 0.0
    shift = np.abs(np.mean(after, axis=0) - np.mean(before, axis=0))[varies]
    return float(np.mean(shift / np.var(before, axis=0)[varies]))
