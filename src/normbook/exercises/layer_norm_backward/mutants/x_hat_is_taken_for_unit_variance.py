"""Your variance term divides by σ² where σ² + ε belongs, as if the mean of x̂² were 1. With ε in
the root it is less than 1, and for a constant row you have 0/0. Write the term with x̂."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.mean(g * centred, axis=-1, keepdims=True)
    dx = rstd * (g - mean_g - centred * mean_gx / var)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
