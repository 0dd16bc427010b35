"""You average the moves with their signs. Moves up and down cancel, and the drift can come out
negative. A distance is |μ′ − μ|."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = after.mean(axis=0) - before.mean(axis=0)
    std = before.std(axis=0)
    return float(np.mean(shift / std))
