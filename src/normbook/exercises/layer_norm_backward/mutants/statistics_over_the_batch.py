"""Your mean and variance run over the first axis, and so do the means in dx. That is the gradient
of batch normalization. LayerNorm's statistics belong to one row: use the last axis."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=0, keepdims=True)
    var = np.mean(centred**2, axis=0, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=0, keepdims=True)
    mean_gx = np.mean(g * x_hat, axis=0, keepdims=True)
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
