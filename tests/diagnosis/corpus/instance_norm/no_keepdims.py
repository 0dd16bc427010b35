"""keepdims is missing.

mistakes: no-keepdims
seen: a student's attempt, said anew
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    spatial = tuple(range(2, x.ndim))
    mu, sigma2 = np.mean(x, spatial), np.var(x, spatial)
    out = (x - mu) / (sigma2 + eps) ** 0.5
    per_channel = (1, x.shape[1]) + (1,) * len(spatial)
    if weight is not None:
        out = out * np.reshape(weight, per_channel)
    if bias is not None:
        out = out + np.reshape(bias, per_channel)
    return out.astype(x.dtype)
