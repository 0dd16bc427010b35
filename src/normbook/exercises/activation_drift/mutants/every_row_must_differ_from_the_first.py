"""Your drift is 0.0 whatever the units do, as if none were left. If you keep a unit only where every
row differs from the first, by `.all(axis=0)`, none is: the first row does not differ from itself.
Use `.any(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).all(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
