"""You leave out the units whose mean did not move. They varied in `before`, so each has a drift, 0,
which counts in the mean like any other."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0) & (before.mean(axis=0) != after.mean(axis=0))
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
