"""x is made float64 for the sums, and stays so.

mistakes: no-cast-back
seen: common error: astype(np.float64) at the top
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    if x.shape[1] % num_groups:
        raise ValueError(num_groups)
    z = x.astype(np.float64).reshape(x.shape[0], num_groups, -1)
    z = (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)
    z = z.reshape(x.shape)
    per_channel = [1, x.shape[1]] + [1] * (x.ndim - 2)
    if weight is not None:
        z *= weight.reshape(per_channel)
    if bias is not None:
        z += bias.reshape(per_channel)
    return z
