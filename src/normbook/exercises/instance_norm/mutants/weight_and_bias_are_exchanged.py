"""You multiply by the bias and add the weight: γ and β have changed places. `weight` (γ)
multiplies the normalized values, and `bias` (β) is added to them."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if bias is not None:
        y = y * bias.reshape(shape)
    if weight is not None:
        y = y + weight.reshape(shape)
    return y.astype(x.dtype, copy=False)
