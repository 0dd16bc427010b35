"""D - 1 in the variance, and nothing is cast back.

mistakes: divides-by-d-minus-1, no-cast-back
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    d = x.shape[-1]
    xc = x - x.mean(axis=-1, keepdims=True)
    var = np.sum(xc**2, axis=-1, keepdims=True) / (d - 1)
    rstd = (var + eps) ** -0.5
    xhat = xc * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.sum(-1, keepdims=True) / d - xhat * (g * xhat).sum(-1, keepdims=True) / d)
    axes = tuple(range(x.ndim - 1))
    return dx, (dy * xhat).sum(axis=axes), dy.sum(axis=axes)
