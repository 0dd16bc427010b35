"""The bias is added before the weight multiplies.

mistakes: affine-wrong-order
seen: common error, e.g. (xhat + beta) * gamma
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    if bias is not None:
        xhat = xhat + bias
    if weight is not None:
        xhat = xhat * weight
    return xhat.astype(x.dtype)
