"""The mean of the gradient is that of the whole array.

mistakes: mean-of-dy-over-everything
seen: common error, e.g. dxhat.mean() without an axis
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mu = x.mean(axis=-1, keepdims=True)
    rstd = 1.0 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mu) * rstd
    dxhat = dy if weight is None else dy * weight
    dx = rstd * (dxhat - dxhat.mean() - xhat * (dxhat * xhat).mean(axis=-1, keepdims=True))
    axes = tuple(range(x.ndim - 1))
    dgamma = np.sum(dy * xhat, axis=axes)
    dbeta = np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dgamma.astype(x.dtype), dbeta.astype(x.dtype)
