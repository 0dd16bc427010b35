"""You cast back where there is a weight alone: without one, as where your function returns early,
float16 comes back as float32. Both ways end with `y.astype(x.dtype)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is None:
        return y
    return (y * weight).astype(x.dtype)
