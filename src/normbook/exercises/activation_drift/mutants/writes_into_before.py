"""Your function subtracts the mean from `before` itself. The caller's recording is then lost for the next
comparison, and read-only memory raises an error. Make a new array: `before - before.mean(axis=0)`."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    mean = before.mean(axis=0)
    before -= mean
    std = np.sqrt(np.mean(before**2, axis=0))
    shift = np.abs(after.mean(axis=0) - mean)
    return float(np.mean(shift[varied] / std[varied]))
