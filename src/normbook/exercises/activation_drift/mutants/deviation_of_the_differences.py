"""You divide by the deviation of the differences, sample by sample, as a paired effect size does. The
unit of measure is the deviation of `before`: a unit whose samples all move alike has moved, too."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = (after - before).std(axis=0)
    return float(np.mean(shift / std))
