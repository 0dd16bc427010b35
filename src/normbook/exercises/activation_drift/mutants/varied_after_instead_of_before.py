"""You leave out the units that are constant in `after`. Those can have moved, and their deviation
before is known. Leave out the ones that are constant in `before`: there is nothing to divide by."""

import numpy as np


def activation_drift(before, after):
    varied = (after != after[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
