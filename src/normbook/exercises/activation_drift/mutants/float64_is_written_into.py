"""You ask for float64 without a copy, as `astype(…, copy=False)` and `np.asarray` do, and subtract
in place. Where the recordings are float64 already, that is your caller's own array, and `-=` writes
into it. Subtract into a new array: `before - before.mean(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before = before.astype(np.float64, copy=False)
    mean = before.mean(axis=0)
    before -= mean
    std = np.sqrt(np.mean(before**2, axis=0))
    shift = np.abs(after.mean(axis=0) - mean)
    return float(np.mean(shift[varied] / std[varied]))
