"""You divide by the variance. The quotient then has the units of 1/x, and changes when all
activations are multiplied by 10. Divide by the standard deviation, the root of it."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.var(axis=0)
    return float(np.mean(shift / std))
