"""Your function uses ε as a lower limit of the root mean square, `max(rms, eps)`. RMSNorm adds it to the
mean square, under the root, so that every row feels it a little."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.maximum(np.sqrt(mean_square), eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
