"""You multiply by the weight last, after the means are taken. The means then see dy instead of γ
dy, and a row of dx no longer sums to 0. Going back, the affine step comes first."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rstd * (g - mean_g - x_hat * mean_gx)
    if weight is not None:
        dx = dx * weight

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
