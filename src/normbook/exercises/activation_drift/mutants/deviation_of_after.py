"""You divide by the deviation that the units have now. If they spread out while they move, that
hides the drift. The unit of measure is the deviation in `before`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = after.std(axis=0)
    return float(np.mean(shift / std))
