"""You leave out every unit whose deviation is below a threshold, or close to 0. A unit that varies
by 1e-20 does vary, and its drift is measured by that deviation, small as it is. You may leave out
only the units whose values are all equal."""

import numpy as np


def activation_drift(before, after):
    varied = before.std(axis=0) > 1e-12
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
