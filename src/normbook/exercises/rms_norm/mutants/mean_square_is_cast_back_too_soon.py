"""You square in float32, but cast the mean square back before ε is added. In float16 it can be
infinite, and an ε of 1e-8 is 0. Stay in float32 until the result is ready."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True).astype(x.dtype)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
