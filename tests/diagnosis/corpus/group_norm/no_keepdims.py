"""keepdims is missing.

mistakes: no-keepdims
seen: a student's attempt, said anew
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    n, c = x.shape[:2]
    if c % num_groups != 0:
        raise ValueError("num_groups does not divide C")
    z = np.reshape(x, (n, num_groups, -1))
    z = (z - np.mean(z, axis=-1)) / np.sqrt(np.var(z, axis=-1) + eps)
    z = np.reshape(z, x.shape)
    ones = (1,) * (x.ndim - 2)
    if weight is not None:
        z = z * weight.reshape((c,) + ones)
    if bias is not None:
        z = z + bias.reshape((c,) + ones)
    return z.astype(x.dtype)
