"""A NumPy scalar is returned.

mistakes: numpy-scalar-not-float
seen: common error, e.g. float() forgotten
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    if not varies.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return np.mean(shift[varies] / before.std(axis=0)[varies])
