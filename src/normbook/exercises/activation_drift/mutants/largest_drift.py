"""You return the drift of the unit that moved the most. The measure is the mean over the units, so
that one unit cannot speak for the layer."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.max(shift / std))
