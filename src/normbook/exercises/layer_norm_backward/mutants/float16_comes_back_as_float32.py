"""You return float32 where x is float16: what you cast to is float32 or wider. Each gradient has
the dtype of x, whichever that is: cast it with `astype(x.dtype)`."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_g = g.mean(axis=-1, keepdims=True)  # what reaches x through the mean
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # and through the variance
    dx = rstd * (g - mean_g - x_hat * mean_gx)

    dtype = np.float64 if x.dtype == np.float64 else np.float32
    samples = tuple(range(x.ndim - 1))
    dweight = np.sum(dy * x_hat, axis=samples)  # (D,)
    dbias = np.sum(dy, axis=samples)  # (D,)
    return dx.astype(dtype), dweight.astype(dtype), dbias.astype(dtype)
