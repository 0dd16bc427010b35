"""Your variance is the mean of x · (x − μ). On paper that is the variance, as x − μ adds up to 0; in
floats it adds up to a little more, and a large mean multiplies what is left: the variance may even be
negative. Square x − μ."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = np.sqrt(np.mean(before * (before - before.mean(axis=0)), axis=0))
    return float(np.mean(shift / std))
