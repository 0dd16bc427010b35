"""A single unit loses its axis."""

import numpy as np


def activation_drift(before, after):
    """Return how far the units moved on average, in their own deviations."""
    before = np.squeeze(before)
    varied = (before != before[0]).any(axis=0)  # (units,)
    if not varied.any():
        return 0.0
    before, after = before[:, varied], after[:, varied]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
