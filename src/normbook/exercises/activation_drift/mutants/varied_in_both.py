"""You also leave out the units that are constant in `after`. They may have moved far before they
stood still, and their deviation before is known. Leave out only what is constant in `before`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0) & (after != after[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
