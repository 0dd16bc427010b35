"""Your function takes an x of two axes only: with one, or with three, it stops with a ValueError,
as `N, D = x.shape` does. Ask for the last size alone, `x.shape[-1]`, and name the axis `-1`
everywhere."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    _, _ = x.shape
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms
    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)
    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
