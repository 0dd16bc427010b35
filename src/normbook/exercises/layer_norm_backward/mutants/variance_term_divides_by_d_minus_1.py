"""Your variance term divides the sum of γ dy x̂ by D − 1. The variance in the forward pass divides
by D, and so does its gradient: take the mean over the row."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd
    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = np.sum(g * x_hat, axis=-1, keepdims=True) / (x.shape[-1] - 1)
    dx = rstd * (g - mean_g - x_hat * mean_gx)
    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)
    dbias = np.sum(dy, axis=samples)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
