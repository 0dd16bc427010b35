"""The statistics are constants, and eps is outside the root.

mistakes: statistics-as-constants, eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    std = x.std(axis=-1, keepdims=True) + eps
    xhat = (x - x.mean(axis=-1, keepdims=True)) / std
    dx = dy / std
    if weight is not None:
        dx = dx * weight
    axes = tuple(range(x.ndim - 1))
    return dx.astype(x.dtype), (dy * xhat).sum(axes).astype(x.dtype), dy.sum(axes).astype(x.dtype)
