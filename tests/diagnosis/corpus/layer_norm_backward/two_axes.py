"""dweight and dbias are summed over axis 0 alone.

mistakes: sum-over-axis-0-only
seen: flagos-ai/FlagGems #5392: layer_norm_backward assumes two axes
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    dgamma = np.sum(dy * xhat, axis=0)
    dbeta = np.sum(dy, axis=0)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
