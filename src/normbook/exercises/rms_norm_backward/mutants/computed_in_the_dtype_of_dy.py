"""You compute in the dtype of `dy` or of `weight`: where x is float64 and they are float32, x
loses half of its digits, and squares above 3e38 are infinite. Compute in the dtype of x, or in a
wider one."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    given = x.astype(dy.dtype)
    square = np.mean(given**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = given * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # what reaches x through the RMS
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
