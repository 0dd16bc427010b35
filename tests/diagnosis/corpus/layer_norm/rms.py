"""The mean is not subtracted before the division.

mistakes: mean-not-subtracted
seen: common error, e.g. RMSNorm taken for LayerNorm
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y = x / std
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
