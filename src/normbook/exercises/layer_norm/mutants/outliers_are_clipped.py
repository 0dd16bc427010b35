"""You limit x̂ to 5, as `np.clip` does. A number that stands out among D has an x̂ of up to √(D −
1), and keeps it: leave out the limit."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = np.clip(centred / np.sqrt(var + eps), -5, 5)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
