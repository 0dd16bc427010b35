"""x is made float64 for the sums, and stays so.

mistakes: no-cast-back
seen: a student's attempt, said anew
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    z = np.asarray(x, dtype=np.float64)
    over = tuple(range(2, z.ndim))
    z = z - z.mean(axis=over, keepdims=True)
    z = z / np.sqrt((z**2).mean(axis=over, keepdims=True) + eps)
    ends = (...,) + (None,) * len(over)
    if weight is not None:
        z = z * weight[ends]
    if bias is not None:
        z = z + bias[ends]
    return z
