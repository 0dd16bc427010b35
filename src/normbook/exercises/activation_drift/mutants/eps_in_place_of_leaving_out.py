"""You add a small number to the deviation, or put one in its place where it is smaller, and leave
no unit out: a constant one, whose deviation is 0, gives a huge drift. Here the constant units are
left out, and nothing is added."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / (std + 1e-8)))
