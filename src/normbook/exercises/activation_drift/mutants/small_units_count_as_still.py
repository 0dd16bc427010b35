"""You give each unit whose deviation is below a threshold the drift 0, and count it in the mean. A
constant unit is left out of the count too, and one that varies by 1e-20 has a drift of its own.
Ask which units vary by comparing their values: `before != before[0]`."""

import numpy as np


def activation_drift(before, after):
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(np.where(std > 1e-8, shift / np.maximum(std, 1e-8), 0.0)))
