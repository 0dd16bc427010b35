"""You leave out every unit whose deviation is below a threshold. A unit that varies by millionths varies,
and its drift is measured in millionths. You may leave out only the units whose values are all equal."""

import numpy as np


def activation_drift(before, after):
    std = before.std(axis=0)
    varied = std > 1e-5
    if not varied.any():
        return 0.0
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    return float(np.mean(shift[varied] / std[varied]))
