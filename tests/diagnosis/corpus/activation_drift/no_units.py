"""Where no unit is left, the mean of nothing is NaN.

mistakes: no-units-gives-nan
seen: common error, e.g. the mean of an empty array
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[0]).any(axis=0)
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift[varies] / before.std(axis=0)[varies]))
