"""Statistics over the channels of a group alone, and eps outside the root.

mistakes: each-place-its-own, eps-outside-root
seen: a student of the third trial, 2026
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    batch, channels = x.shape[0], x.shape[1]
    if channels % num_groups:
        raise ValueError(f"{num_groups} does not divide {channels}")
    xg = x.astype(np.float64).reshape(batch, num_groups, channels // num_groups, -1)
    # statistics of the group
    mu = np.mean(xg, axis=2, keepdims=True)
    sigma = np.std(xg, axis=2, keepdims=True)
    xhat = (xg - mu) / (sigma + eps)
    xhat = xhat.reshape(x.shape)
    ones = [1] * (x.ndim - 2)
    if weight is not None:
        xhat = weight.reshape(channels, *ones) * xhat
    if bias is not None:
        xhat = xhat + bias.reshape(channels, *ones)
    return xhat.astype(x.dtype)
