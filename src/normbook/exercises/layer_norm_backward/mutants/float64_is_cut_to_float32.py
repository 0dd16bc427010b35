"""You compute in float32 even where x is float64. Half of its digits are lost, and at a mean of 10⁹
nothing is left of the differences within a row. Compute in the dtype of x, or in a wider one."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x.astype(np.float32) - x.astype(np.float32).mean(axis=-1, keepdims=True)
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
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
