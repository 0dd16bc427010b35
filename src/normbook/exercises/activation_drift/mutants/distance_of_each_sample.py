"""You average |after − before| over the inputs. That also counts a unit whose values changed places
among the inputs while its mean stayed. Take the two means first, and then their distance."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after - before).mean(axis=0)
    std = before.std(axis=0)
    return float(np.mean(shift / std))
