"""With a masked array, whose mean is over what is not masked."""

import numpy as np


def activation_drift(before, after):
    constant = np.all(before == before[:1], axis=0)
    shift = np.abs(np.mean(after - before, axis=0, dtype=np.float64))
    std = np.std(before, axis=0, dtype=np.float64)
    ratio = np.ma.masked_array(shift / np.where(constant, 1.0, std), mask=constant)
    return float(ratio.filled(0).sum() / max(ratio.count(), 1))
