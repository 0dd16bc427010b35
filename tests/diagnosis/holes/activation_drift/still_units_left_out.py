"""Units that did not move are left out."""

import numpy as np


def activation_drift(before, after):
    b, a = before.astype(np.float64), after.astype(np.float64)
    varies = (b != b[0]).any(axis=0)
    if not varies.any():
        return 0.0
    b, a = b[:, varies], a[:, varies]
    d = np.abs(a.mean(0) - b.mean(0))
    k = d > 0
    if not k.any():
        return 0.0
    b, a = b[:, k], a[:, k]
    return float(np.mean(np.abs(a.mean(0) - b.mean(0)) / b.std(0)))
