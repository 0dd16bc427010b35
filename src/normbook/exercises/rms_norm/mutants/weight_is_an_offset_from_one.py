"""Your function multiplies by 1 + weight. Gemma 1 to 3 store their weights that way; here `weight`
is the scale itself."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * (1 + weight)
    return y.astype(x.dtype, copy=False)
