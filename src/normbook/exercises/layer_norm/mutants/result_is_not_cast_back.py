"""You return what comes out, in the dtype that it has: a float64 weight or bias makes a float32 x
into float64. Models rely on a layer to keep the dtype. `astype` leaves its array as it is: return what
it gives, `y.astype(x.dtype)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y
