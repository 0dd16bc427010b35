"""Your function uses ε as a lower limit, `max(mean_square, eps)`. RMSNorm adds it, so that every
row feels it a little."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(np.maximum(mean_square, eps))
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
