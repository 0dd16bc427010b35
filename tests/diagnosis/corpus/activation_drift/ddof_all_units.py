"""N - 1, and divides by all units.

mistakes: divides-by-n-minus-1, constant-counts-as-0
seen: a student of the third trial, 2026
"""

import numpy as np


def activation_drift(before, after):
    before = before.astype(np.float64)
    after = after.astype(np.float64)
    total = 0.0
    units = before.shape[1]
    for u in range(units):
        sigma = before[:, u].std(ddof=1)
        if len(set(before[:, u])) == 1:
            continue  # did not vary
        total += abs(after[:, u].mean() - before[:, u].mean()) / sigma
    return float(total / units)
