"""You return float32 where x is float16: what you cast to is float32 or wider. Each gradient has
the dtype of x, whichever that is: cast it with `astype(x.dtype)`."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # what reaches x through the RMS
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    dtype = np.float64 if x.dtype == np.float64 else np.float32
    return dx.astype(dtype), dweight.astype(dtype)
