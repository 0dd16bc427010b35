"""A unit that varies by one spacing of floats is left out."""

import numpy as np


def activation_drift(before, after):
    b, a = before.astype(np.float64), after.astype(np.float64)
    varies = np.ptp(b, axis=0) > np.spacing(np.abs(b.mean(0)))
    if not varies.any():
        return 0.0
    b, a = b[:, varies], a[:, varies]
    return float(np.mean(np.abs(a.mean(0) - b.mean(0)) / b.std(0)))
