"""In float64: both recordings are put on the scale of the first, then their means compared."""

import numpy as np


def activation_drift(before, after):
    before, after = before.astype(np.float64), after.astype(np.float64)
    varied = before.min(axis=0) < before.max(axis=0)
    scale = np.where(varied, before.std(axis=0), np.inf)
    z_before = (before - before.mean(axis=0)) / scale
    z_after = (after - before.mean(axis=0)) / scale
    distance = np.abs(z_after.mean(axis=0) - z_before.mean(axis=0))
    return float(distance.sum() / max(varied.sum(), 1))
