"""The weight comes after the projection, and nothing is cast back.

mistakes: weight-after-projection, no-cast-back
seen: common error, e.g. out = gamma * LN'(dy)
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mu = np.mean(x, axis=-1, keepdims=True)
    inv = 1 / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)
    xhat = (x - mu) * inv
    dx = dy - np.mean(dy, axis=-1, keepdims=True)
    dx = dx - xhat * np.mean(dy * xhat, axis=-1, keepdims=True)
    dx = inv * dx
    if weight is not None:
        dx = weight * dx
    axes = tuple(range(x.ndim - 1))
    return dx, np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
