"""You add ε to the root mean square, outside the root. Some published RMSNorms do that; here ε is
added to the mean square, inside. The two differ where the row is small."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / (np.sqrt(mean_square) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
