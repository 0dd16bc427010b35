"""You subtract the mean of γ dy over a row twice in dx. That is what x does through μ, and it does
it once: the term of the variance has a mean of its own, that of γ dy times x̂, and no share in
this one."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    """Return (dx, dweight, dbias), the gradients of the loss, from its gradient dy."""
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_g = g.mean(axis=-1, keepdims=True)  # what reaches x through the mean
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # and through the variance
    dx = rstd * (g - 2 * mean_g - x_hat * mean_gx)

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
