"""No root, and the bias is added before the weight multiplies.

mistakes: no-square-root, affine-wrong-order
seen: common error, e.g. a formula written from memory
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(-1, keepdims=True)
    y = centred / ((centred**2).mean(-1, keepdims=True) + eps)
    if bias is not None:
        y = y + bias
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
