"""Your function takes an `eps` of 0 for one that was not given, as `eps or 1e-6` does: 0 counts as
false. The default stands in the signature already; use `eps` as it comes."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    eps = eps or 1e-6
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
