"""You divide by the length of the row, the root of a *sum* of squares. RMSNorm divides by the root
of their mean: the result has length √D, and its entries stay near 1 for any D."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.sum(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
