"""You multiply by the bias and add the weight: γ and β have changed places. `weight` (γ)
multiplies the normalized values, and `bias` (β) is added to them."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if bias is not None:
        y = y * bias
    if weight is not None:
        y = y + weight
    return y.astype(x.dtype, copy=False)
