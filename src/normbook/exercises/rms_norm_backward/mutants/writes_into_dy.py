"""Your function changes `dy`, as `dy *= weight` does. The caller may still need it: in a residual
connection the same gradient goes to the other branch. Make a new array."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms
    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    if weight is not None:
        dy *= weight
    mean_gx = np.mean(dy * x_hat, axis=-1, keepdims=True)
    dx = rrms * (dy - x_hat * mean_gx)
    return dx.astype(x.dtype), dweight.astype(x.dtype)
