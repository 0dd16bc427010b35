"""You return NumPy's float32 where the recordings are float32. It is not a Python `float`: `json`,
for one, refuses it. `float(…)` makes it one."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = before[:, varied], after[:, varied]
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return np.mean(shift / std)
