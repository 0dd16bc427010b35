"""Mean and deviation run along the rows.

mistakes: rows-not-columns
seen: example-a.com/answer/47606695: how to standardize a matrix row-wise
"""

import numpy as np


def activation_drift(before, after):
    varies = (before != before[:, :1]).any(axis=1)
    if not varies.any():
        return 0.0
    before, after = before[varies], after[varies]
    return float(np.mean(np.abs(after.mean(axis=1) - before.mean(axis=1)) / before.std(axis=1)))
