"""You add a small number to the deviation. A unit whose values are small drifts too little then.
Constant units are left out already, so that nothing needs to be added."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = before[:, varied], after[:, varied]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / (std + 1e-8)))
