"""Your function takes the mean of nothing where no unit varied, and that is NaN. Return 0.0 before
you come to it."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
