"""The units are added up, not averaged.

mistakes: sum-not-mean
seen: common error, e.g. np.sum at the end
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    total = 0.0
    for u in np.flatnonzero(varies):
        total += abs(after[:, u].mean() - before[:, u].mean()) / before[:, u].std()
    return float(total)
