"""Your means in dx divide by the number of samples. That N is BatchNorm's, left over from `N, D =
x.shape`; here the means run over a row, which has D features. Divide both sums by D."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.sum(axis=-1, keepdims=True) / x.shape[0]
    mean_gx = np.sum(g * x_hat, axis=-1, keepdims=True) / x.shape[0]
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
