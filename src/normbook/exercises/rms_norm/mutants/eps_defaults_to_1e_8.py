"""Your function takes 1e-8 where no `eps` is given, as RMSNorm's authors do. Here, as in many models, it
is 1e-6."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-8):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
