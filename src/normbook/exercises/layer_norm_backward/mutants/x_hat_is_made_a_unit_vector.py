"""Your variance term leaves out ε: it divides by σ², or takes x − μ divided by its own length. That
is right where ε is 0. The term has x̂ as the forward pass has it, with ε in the root: x̂ times the
mean of g x̂."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_g = g.mean(axis=-1, keepdims=True)  # what reaches x through the mean
    length = np.sqrt(np.sum(centred**2, axis=-1, keepdims=True))
    unit = np.divide(centred, length, out=np.zeros_like(centred), where=length > 0)
    dx = rstd * (g - mean_g - unit * np.sum(g * unit, axis=-1, keepdims=True))

    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dbias.astype(x.dtype)
