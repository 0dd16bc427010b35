"""You give a constant unit the drift 0, and count it in the mean. Each one pulls the result towards
0, although nothing is known of it. Leave it out of the sum and of the count."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(np.where(varied, shift / std, 0.0)))
