"""You take a weight of zeros for none given, as a question with `.any()` does, and it counts as
ones. Ask `weight is None`, and nothing else."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None or not weight.any() else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)  # what reaches x through the mean
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # and through the variance
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
