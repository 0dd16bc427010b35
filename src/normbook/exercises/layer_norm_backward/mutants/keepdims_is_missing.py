"""You take means that have lost the last axis, so that NumPy lines them up with the features
instead of the rows: most shapes raise an error, and a square x gives wrong numbers without one.
Pass `keepdims=True` to each."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1)
    var = np.mean(centred**2, axis=-1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1)
    mean_gx = np.mean(g * x_hat, axis=-1)
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
