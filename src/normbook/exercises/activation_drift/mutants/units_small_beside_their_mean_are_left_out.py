"""You leave out every unit whose deviation is small beside its mean. One that varies by 2 around
10¹⁴ does vary, and counts. You may leave out only the units whose values are all equal."""

import numpy as np


def activation_drift(before, after):
    varied = before.std(axis=0) > 1e-6 * np.abs(before.mean(axis=0))
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
