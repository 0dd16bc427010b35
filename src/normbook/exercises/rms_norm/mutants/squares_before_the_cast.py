"""You square x in its own dtype, and cast the squares to float32. In float16 they are infinite by
then, or 0. Cast x first, and square what is float32."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean((x**2).astype(wide.dtype), axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
