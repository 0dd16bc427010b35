"""You cast the weight to the dtype of x, and multiply by that. What float16 cannot hold of a
float32 weight is infinite by then, or rounded. Multiply in the wider dtype, and cast the result."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight.astype(x.dtype)
    return y.astype(x.dtype, copy=False)
