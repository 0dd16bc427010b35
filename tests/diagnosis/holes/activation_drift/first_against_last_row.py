"""A unit that ends where it began counts as constant."""

import numpy as np


def activation_drift(before, after):
    b, a = before.astype(np.float64), after.astype(np.float64)
    varies = b[0] != b[-1]
    if not varies.any():
        return 0.0
    b, a = b[:, varies], a[:, varies]
    return float(np.mean(np.abs(a.mean(0) - b.mean(0)) / b.std(0)))
