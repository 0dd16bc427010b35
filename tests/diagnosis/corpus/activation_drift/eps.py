"""A small number is added to the deviation.

mistakes: adds-eps
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""

import numpy as np


def activation_drift(before, after):
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    varies = (before != before[0]).any(axis=0)
    if not varies.any():
        return 0.0
    return float((shift[varies] / (std[varies] + 1e-8)).mean())
