"""Your statistics run over all axes but the first, so that the positions of a sequence share them.
In LayerNorm over D features each position has its own. Use the last axis alone."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    var = np.mean(centred**2, axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    mean_gx = np.mean(g * x_hat, axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
