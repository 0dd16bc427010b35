"""Your RMS term has the mean of γ dy times the mean of x̂. The mean of a product is not the
product of the means: multiply γ dy by x̂ first, feature by feature, and take one mean of that."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = g.mean(axis=-1, keepdims=True) * x_hat.mean(axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
