"""You give `weight` an axis in front, so that an x of (D,) comes out as (1, D). NumPy lines
(D,) up with the last axis by itself, however many axes x has: multiply by `weight` as it is."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight[None, :]
    return y.astype(x.dtype, copy=False)
