"""You divide x by its mean square, not by the root of it. A row ten times as large then comes out
ten times as small; take the root."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / (mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
