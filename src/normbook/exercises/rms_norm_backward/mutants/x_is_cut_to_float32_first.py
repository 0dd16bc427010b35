"""You cast x to float32 before you compute, in whatever dtype you do that then. Of a float64 x
half of the digits are lost, and what is above 3e38 is infinite. Compute with x as it is, or in a
wider dtype."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    """Return (dx, dweight), the gradients of the loss, from its gradient dy."""
    dtype, x = x.dtype, x.astype(np.float32).astype(np.float64)
    square = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight  # the gradient with respect to x_hat
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)  # what reaches x through the RMS
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))  # (D,)
    return dx.astype(dtype), dweight.astype(dtype)
