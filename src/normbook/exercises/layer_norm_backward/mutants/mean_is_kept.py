"""You divide x by its root mean square, and never subtract the mean. That is RMSNorm, with
RMSNorm's gradient. Centre each row before you take its variance, and subtract the mean of γ dy in
dx."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rstd * (g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
