"""The absolute value is taken of the average.

mistakes: absolute-value-last
seen: common error, e.g. abs(np.mean(...))
"""

import numpy as np


def activation_drift(before, after):
    varies = np.ptp(before, axis=0) > 0
    if not varies.any():
        return 0.0
    z = (after[:, varies].mean(0) - before[:, varies].mean(0)) / before[:, varies].std(0)
    return float(abs(z.mean()))
