"""The mean shift is divided by the mean deviation.

mistakes: ratio-of-averages
seen: common error, e.g. shift.mean() / std.mean()
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    if not varies.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))[varies]
    return float(shift.mean() / before.std(axis=0)[varies].mean())
