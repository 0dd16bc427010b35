"""You divide by the deviation of constant units too. It is 0, so that one such unit makes the drift
of the whole layer infinite, or NaN if it did not move. Leave these units out."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
