"""Shifts up and down cancel: the absolute value is missing.

mistakes: no-absolute-value
seen: common error, e.g. signed shifts averaged
"""

import numpy as np


def activation_drift(before, after):
    varies = np.ptp(before, axis=0) > 0
    if not varies.any():
        return 0.0
    before, after = before[:, varies], after[:, varies]
    shift = after.mean(axis=0) - before.mean(axis=0)
    return float(np.mean(shift / before.std(axis=0)))
