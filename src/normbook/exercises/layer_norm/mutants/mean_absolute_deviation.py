"""You divide by the mean of |x − μ|. That measures spread too, but LayerNorm divides by the root of
the mean of (x − μ)²."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(np.abs(centred), axis=-1, keepdims=True)
    y = centred / (var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
