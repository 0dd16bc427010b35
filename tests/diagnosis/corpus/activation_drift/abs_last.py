"""The absolute value of the mean of all units.

mistakes: absolute-value-last
seen: a student of the third trial, 2026
"""

import numpy as np


def activation_drift(before, after):
    b = np.array(before, dtype=float)
    a = np.array(after, dtype=float)
    varies = b.max(axis=0) > b.min(axis=0)
    if not varies.any():
        return 0.0
    b, a = b[:, varies], a[:, varies]
    shift = (a.mean(axis=0) - b.mean(axis=0)) / b.std(axis=0)
    return float(abs(shift.mean()))
