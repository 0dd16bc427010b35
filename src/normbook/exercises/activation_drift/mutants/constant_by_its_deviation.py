"""You leave out the units whose computed deviation is 0. But (0.1, 0.1, 0.1) has the mean
0.10000000000000002, thus a deviation of about 1e-17, and the quotient explodes. Find a constant
unit by comparing its values: `before != before[0]`."""

import numpy as np


def activation_drift(before, after):
    varied = before.std(axis=0) > 0
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
