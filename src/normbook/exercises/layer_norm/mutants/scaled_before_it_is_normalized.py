"""You apply weight and bias to x, and normalize afterwards. The statistics then see the scaled row,
and undo much of what γ and β did. They come last."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if weight is not None:
        x = x * weight
    if bias is not None:
        x = x + bias
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    return y.astype(x.dtype, copy=False)
