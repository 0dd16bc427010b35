"""The mean distance of the units' means, in their deviations before."""

import numpy as np


def activation_drift(before, after):
    """Return how far the units moved on average, in their own deviations."""
    varied = (before != before[0]).any(axis=0)  # (units,)
    if not varied.any():
        return 0.0
    # float64, as float32 squares no 1e-25, and the sum of many rows has few digits in it.
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
