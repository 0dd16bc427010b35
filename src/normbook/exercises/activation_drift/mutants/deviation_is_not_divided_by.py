"""You average the distances as they are. A unit that always varied by 100 then outweighs one that
varied by 1. Divide each distance by the unit's deviation in `before`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift))
