"""Both means are those of the whole array, and nothing is cast back.

mistakes: means-over-everything, no-cast-back
seen: common error, e.g. np.mean without an axis
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    std = np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    x_norm = (x - mean) / std
    g = dy * weight if weight is not None else dy
    dx = (g - np.mean(g) - x_norm * np.mean(g * x_norm)) / std
    leading = tuple(range(dy.ndim - 1))
    return dx, (dy * x_norm).sum(axis=leading), dy.sum(axis=leading)
