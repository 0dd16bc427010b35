"""You leave out ε. A row of zeros then gives 0/0, which is NaN; add ε to the mean square before the
root."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
