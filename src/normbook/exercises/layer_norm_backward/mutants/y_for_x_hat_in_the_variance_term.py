"""Your variance term has γ x̂, which is y without its bias, where x̂ belongs, twice: within the
mean and behind it. γ dy has the weight already. The term is x̂ times the mean of γ dy x̂."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_g = g.mean(axis=-1, keepdims=True)  # what reaches x through the mean
    y = x_hat if weight is None else x_hat * weight
    mean_gx = np.mean(g * y, axis=-1, keepdims=True)  # and through the variance
    dx = rstd * (g - mean_g - y * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
