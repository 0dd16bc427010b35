"""You keep a unit only where every row differs from the first: `.all(axis=0)`. The first row does not
differ from itself, so no unit is left, and the drift is 0.0 for all. Use `.any(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).all(axis=0)
    if not varied.any():
        return 0.0
    before, after = before[:, varied], after[:, varied]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
