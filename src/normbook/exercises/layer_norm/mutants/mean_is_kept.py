"""You do not subtract the mean, and so divide x by its root mean square. That is RMSNorm."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
