"""ddof=1, and no shape is compared.

mistakes: divides-by-n-minus-1, shapes-not-checked
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    normalized_shape = tuple(normalized_shape)
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    mean = np.mean(x, axis=axes, keepdims=True)
    var = np.var(x, axis=axes, keepdims=True, ddof=1)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
