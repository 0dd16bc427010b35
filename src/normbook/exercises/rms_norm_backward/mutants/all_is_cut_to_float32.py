"""You cast x and dy to float32 and compute in it, even where x is float64. Half of its digits are
lost, and numbers above 3e38 are infinite, squares among them. Compute in the dtype of x, or in a
wider one."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    """Return (dx, dweight), the gradients of the loss, from its gradient dy."""
    dtype = x.dtype
    x, dy = x.astype(np.float32), dy.astype(np.float32)
    weight = None if weight is None else weight.astype(np.float32)
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # what reaches x through the RMS
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(dtype), dweight.astype(dtype)
