"""Your variance is E[x²] − (E[x])². On paper that is the variance; in float32 with a mean of 10,000
it subtracts two numbers near 10⁸ that agree in all the digits they have. Take the mean of the
squares of x − μ."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(x**2, axis=-1, keepdims=True) - np.mean(x, axis=-1, keepdims=True) ** 2
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
