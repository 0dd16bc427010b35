"""You compute in float16, which keeps three digits and nothing above 65,504. Compute in the dtype
of x, or in a wider one, and cast what comes out last."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    z = x.astype(np.float16)
    centred = z - z.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
