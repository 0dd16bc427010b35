"""The mean and the variance are taken for constants.

mistakes: statistics-as-constants
seen: course notes: dx = dout * gamma / std
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) / std
    gamma = np.ones(x.shape[-1], x.dtype) if weight is None else weight
    dx = dy * gamma / std
    axes = tuple(range(x.ndim - 1))
    return dx.astype(x.dtype), (dy * xhat).sum(axes).astype(x.dtype), dy.sum(axes).astype(x.dtype)
