"""You stand weight and bias upright, as a column of shape (D, 1): NumPy then pairs them with the
rows, and not with the features. They have shape (D,), as long as the last axis of x: multiply and
add them as they are."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight[:, None]
    if bias is not None:
        y = y + bias[:, None]
    return y.astype(x.dtype, copy=False)
