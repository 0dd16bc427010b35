"""You average the squares over the units, and take the root. That weighs the unit that moved the
most above the others. The drift is the plain mean over the units."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.sqrt(np.mean((shift / std) ** 2)))
