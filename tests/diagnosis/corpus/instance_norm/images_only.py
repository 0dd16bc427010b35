"""It takes axes 2 and 3, which only images have.

mistakes: images-only
seen: common error, e.g. axis=(2, 3)
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=(2, 3), keepdims=True)
    var = np.var(x, axis=(2, 3), keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight[None, :, None, None]
    if bias is not None:
        y = y + bias[None, :, None, None]
    return y.astype(x.dtype)
