"""Signed shifts, N - 1, and a NumPy scalar.

mistakes: no-absolute-value, divides-by-n-minus-1, numpy-scalar-not-float
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def activation_drift(before, after):
    keep = (before != before[0]).any(axis=0)
    if not keep.any():
        return 0.0
    b, a = before[:, keep], after[:, keep]
    return np.mean((a.mean(axis=0) - b.mean(axis=0)) / b.std(axis=0, ddof=1))
