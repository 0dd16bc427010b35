"""You compute in float32 even where x is float64. Half of its digits are lost, and squares above
3e38 are infinite. Compute in the dtype of x, or in a wider one."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x.astype(np.float32) ** 2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
