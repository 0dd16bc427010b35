"""Your variance is E[x²] − (E[x])². In float32, with a mean of 10,000, both terms are near 10⁸ and
agree in all the digits that they have. Take the mean of the squares of x − μ, as `std` does."""

import numpy as np


def activation_drift(before, after):
    varied = (before != before[0]).any(axis=0)
    if not varied.any():
        return 0.0
    before, after = (each[:, varied].astype(np.float64) for each in (before, after))
    shift = np.abs(after.mean(axis=0) - before.mean(axis=0))
    std = np.sqrt(np.mean(before**2, axis=0) - np.mean(before, axis=0) ** 2)
    return float(np.mean(shift / std))
