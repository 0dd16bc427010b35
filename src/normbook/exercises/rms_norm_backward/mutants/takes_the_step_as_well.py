"""Your function changes `weight`, as an optimizer's step does. A backward pass only returns
gradients; whoever holds the parameters decides what to do with them. Leave the weight alone."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms
    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)
    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    if weight is not None:
        weight -= 0.01 * dweight
    return dx.astype(x.dtype), dweight.astype(x.dtype)
