"""You take a unit for constant where its last value is its first. It may have moved away and come
back: compare every row with the first, `(before != before[0]).any(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = before[-1] != before[0]
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
