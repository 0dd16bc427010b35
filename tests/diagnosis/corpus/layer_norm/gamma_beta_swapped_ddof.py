"""Gamma and beta are exchanged, and the deviation is that of a sample.

mistakes: weight-and-bias-swapped, divides-by-d-minus-1
seen: keras-team/keras pull 3248: weights in another order give no error, as their shapes are the same, with the Annotated Transformer's std
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    var = x.var(-1, ddof=1, keepdims=True)
    norm = (x - mean) / np.sqrt(var + eps)
    if bias is not None:
        norm = bias * norm
    if weight is not None:
        norm = norm + weight
    return norm.astype(x.dtype)
