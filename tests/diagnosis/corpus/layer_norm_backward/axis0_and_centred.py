"""Sums over axis 0 alone, and x - mean in dweight.

mistakes: sum-over-axis-0-only, dweight-from-centred
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    out_dtype = x.dtype
    x, dy = x.astype(float), dy.astype(float)
    gamma = 1.0 if weight is None else weight.astype(float)
    mean = x.mean(axis=-1, keepdims=True)
    inv = 1.0 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    centered = x - mean

    dbias = dy.sum(axis=0)
    dweight = (dy * centered).sum(axis=0)

    dxhat = dy * gamma
    xhat = centered * inv
    dx = inv * (
        dxhat
        - dxhat.mean(axis=-1, keepdims=True)
        - xhat * (dxhat * xhat).mean(axis=-1, keepdims=True)
    )
    return dx.astype(out_dtype), dweight.astype(out_dtype), dbias.astype(out_dtype)
