"""You leave out the units that are constant now, and divide by the deviation that the units have
now. If they spread out while they move, that hides the drift. Both belong to `before`, which sets
the unit of measure."""

import numpy as np


def activation_drift(before, after):
    varied = (after != after[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = after.std(axis=0)
    return float(np.mean(shift / std))
