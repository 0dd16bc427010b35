"""Your two means of dx, of γ dy and of γ dy x̂, run over all axes but the first. With `(N, D)` that is
each row; with `(N, T, D)` the positions of a sequence are mixed, though each has its own μ and σ.
Take both over the last axis alone."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    """Return (dx, dweight, dbias), the gradients of the loss, from its gradient dy."""
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    rest = tuple(range(1, x.ndim)) or -1
    mean_g = g.mean(axis=rest, keepdims=True)  # what reaches x through the mean
    mean_gx = np.mean(g * x_hat, axis=rest, keepdims=True)  # and through the variance
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
