"""The deviation of after, and constant units count as 0.

mistakes: deviation-of-after, constant-counts-as-0
seen: common error, e.g. masks on the wrong array
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    sd = after.std(axis=0)
    sd = np.where(varies & (sd > 0), sd, 1)
    drift = np.abs(after.mean(axis=0) - before.mean(axis=0)) / sd
    return float(np.where(varies, drift, 0).mean())
