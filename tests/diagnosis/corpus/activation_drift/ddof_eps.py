"""N - 1, and a small number added.

mistakes: divides-by-n-minus-1, adds-eps
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""

import numpy as np


def activation_drift(before, after):
    keep = np.ptp(before, axis=0) != 0
    if not keep.any():
        return 0.0
    b, a = before[:, keep], after[:, keep]
    return float((np.abs(a.mean(0) - b.mean(0)) / (b.std(0, ddof=1) + 1e-6)).mean())
