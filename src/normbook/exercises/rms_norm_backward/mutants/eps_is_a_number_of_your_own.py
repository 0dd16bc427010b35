"""You add a small number of your own, such as 1e-8, whatever `eps` says. 1e-6 is only the
argument's default; the argument itself belongs in the root."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + 1e-8)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
