"""You compute the root in float32, and cast it to float16 before you divide by it. A small root has
few digits left there, and a very small one is 0. Cast the result alone."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps).astype(x.dtype)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
