"""You add ε to the sum of the squares, so that it is divided by D as well. Divide the sum by D
first: ε is added to the mean."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps / x.shape[-1])
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
