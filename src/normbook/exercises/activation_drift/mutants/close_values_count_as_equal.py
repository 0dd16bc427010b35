"""You take a unit for constant where its values are nearly equal, as `np.isclose` and `np.allclose` say.
They allow for 1e-5 of the value and 1e-8 besides, so that small units, and large ones that vary a
little, are left out. Ask whether the values are the same: `before != before[0]`."""

import numpy as np


def activation_drift(before, after):
    varied = ~np.isclose(before, before[0]).all(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
