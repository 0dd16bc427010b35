"""You multiply the bracket of dx by the RMS. The gradient does not undo the forward pass: where x
is divided, the gradient is divided as well. Divide by the root."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms
    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = (g - x_hat * mean_gx) / rrms
    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
