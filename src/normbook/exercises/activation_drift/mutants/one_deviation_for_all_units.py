"""You divide every distance by the deviation of all values of `before` together. That one number
also holds how far the units lie apart. Each unit has a deviation of its own: `std(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std()
    return float(np.mean(shift / std))
