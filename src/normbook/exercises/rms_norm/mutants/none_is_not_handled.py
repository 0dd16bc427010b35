"""Your function needs a weight: it multiplies by it even where it is None, which is an error. Ask
first whether it `is not None`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    y = y * weight
    return y.astype(x.dtype, copy=False)
