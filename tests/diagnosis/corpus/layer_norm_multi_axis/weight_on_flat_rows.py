"""Each sample is a flat row when the weight comes.

mistakes: weight-on-flat-samples
seen: a student's attempt, said anew
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    n = len(normalized_shape)
    if tuple(x.shape[-n:]) != tuple(normalized_shape):
        raise ValueError("x does not end in normalized_shape")
    if weight is not None and weight.shape != tuple(normalized_shape):
        raise ValueError("weight")
    if bias is not None and bias.shape != tuple(normalized_shape):
        raise ValueError("bias")
    rows = x.reshape(x.shape[:-n] + (-1,))
    rows = rows - rows.mean(axis=-1, keepdims=True)
    rows = rows / np.sqrt(np.mean(rows**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        rows = rows * weight
    if bias is not None:
        rows = rows + bias
    return rows.reshape(x.shape).astype(x.dtype)
