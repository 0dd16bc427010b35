"""The weight is forgotten, two outputs are swapped, and nothing is cast back.

mistakes: weight-forgotten-in-dx, outputs-swapped, no-cast-back
seen: Oneflow-Inc/oneflow #6149: gradients of weight and bias swapped
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    a = dy.mean(axis=-1, keepdims=True)
    b = (dy * xhat).mean(axis=-1, keepdims=True)
    dx = rstd * (dy - a - xhat * b)
    axes = tuple(range(x.ndim - 1))
    dweight = (dy * xhat).sum(axis=axes)
    dbias = dy.sum(axis=axes)
    return dx, dbias, dweight
