"""You take a unit for constant as soon as two neighbouring rows agree: `.all(axis=0)` asks whether
every value differs from the one before. A unit varies where any value differs: `.any(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before[1:] != before[:-1]).all(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
