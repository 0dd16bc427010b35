"""It averages the distances of single values, not the distance of the means.

mistakes: mean-of-differences
seen: common error, e.g. np.abs(after - before).mean()
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    if not varies.any():
        return 0.0
    distance = np.abs(after - before).mean(axis=0)
    return float(np.mean(distance[varies] / before.std(axis=0)[varies]))
