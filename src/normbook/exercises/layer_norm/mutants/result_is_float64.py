"""You return float64 whatever x is: you cast x to it, or multiply by an `np.ones` of your own, which
has that dtype. Computing so is fine; models rely on a layer to keep the dtype, so cast the result:
`return y.astype(x.dtype)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(np.float64)
