"""dweight and dbias are returned in each other's place.

mistakes: outputs-swapped
seen: Oneflow-Inc/oneflow #6149: gradients of weight and bias swapped
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    rows = dy.reshape(-1, x.shape[-1])
    dbias = rows.sum(axis=0)
    dweight = (rows * xhat.reshape(rows.shape)).sum(axis=0)
    return dx.astype(x.dtype), dbias.astype(x.dtype), dweight.astype(x.dtype)
