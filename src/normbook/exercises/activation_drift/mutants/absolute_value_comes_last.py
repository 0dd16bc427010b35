"""You average the signed moves, and take the absolute value afterwards. A unit that moves up then
cancels one that moves down. Take |μ′ − μ| of each unit before you average."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = after.mean(axis=0) - before.mean(axis=0)
    std = before.std(axis=0)
    return float(abs(np.mean(shift / std)))
