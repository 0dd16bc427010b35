"""The gradients are float32 even where x is float64.

mistakes: always-float32
seen: common error, e.g. .astype(np.float32) out of habit
witness: layer_norm_backward(np.array([[1., 2.]]), np.array([[1., 3.]]))
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    xc = x - x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt((xc**2).mean(-1, keepdims=True) + eps)
    xhat = xc * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    axes = tuple(range(x.ndim - 1))
    f = np.float32
    return dx.astype(f), (dy * xhat).sum(axes).astype(f), dy.sum(axes).astype(f)
