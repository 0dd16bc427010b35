"""You leave out every unit whose deviation is as small as the spacing of floats at its mean, as if
rounding had made it. Values that differ by one or two such spacings do vary: compare them with the
first row, not their deviation with ε."""

import numpy as np


def activation_drift(before, after):
    varied = before.std(axis=0) > np.finfo(before.dtype).eps * np.abs(before.mean(axis=0))
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = before.std(axis=0)
    return float(np.mean(shift / std))
