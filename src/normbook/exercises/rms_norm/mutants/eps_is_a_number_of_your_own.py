"""You add a small number of your own, such as the 1e-8 of RMSNorm's authors, whatever `eps` says.
The argument itself belongs in the root."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + 1e-8)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
