"""You divide by more than the deviation: by `std + 1e-8`, or by a small number where `std` is
smaller. A unit whose values are small drifts too little then. Leave out the constant units, and
divide by the deviation itself."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / (std + 1e-8)))
