"""n - 1, and the parameters' shapes are not checked.

mistakes: divides-by-n-minus-1, parameters-not-checked
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    k = len(normalized_shape)
    if x.ndim < k or tuple(x.shape[x.ndim - k :]) != tuple(normalized_shape):
        raise ValueError("x does not end in normalized_shape")
    rows = x.reshape(x.shape[: x.ndim - k] + (-1,))
    mean = rows.mean(-1, keepdims=True)
    std = np.sqrt(rows.var(-1, keepdims=True, ddof=1) + eps)
    y = ((rows - mean) / std).reshape(x.shape)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
