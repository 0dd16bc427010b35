"""Your function changes `x` itself. `astype(…, copy=False)` returns x, not a copy, where the dtype
is right already, and `/=` then writes into it. The residual connection still needs x: make a new
array."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    wide /= np.sqrt(mean_square + eps)
    y = wide
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
