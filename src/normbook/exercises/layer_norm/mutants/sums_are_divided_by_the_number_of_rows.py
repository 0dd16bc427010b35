"""You divide the sums for mean and variance by the number of rows, which is `len(x)`, or
`x.shape[0]`. A mean over the D features of a row divides by D: `x.shape[-1]`, or `np.mean(...,
axis=-1)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.sum(axis=-1, keepdims=True) / len(x)
    var = np.sum(centred**2, axis=-1, keepdims=True) / len(x)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
