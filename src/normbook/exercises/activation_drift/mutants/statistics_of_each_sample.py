"""Your means and deviations run over the units of one input, along axis 1. Drift is about a unit
over many inputs: the N rows are what you average over, axis 0."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[:, :1]).any(axis=1)
    if not varied.any():
        return 0.0
    before, after = before[varied], after[varied]
    shift = np.abs(after.mean(axis=1) - before.mean(axis=1))
    std = before.std(axis=1)
    return float(np.mean(shift / std))
