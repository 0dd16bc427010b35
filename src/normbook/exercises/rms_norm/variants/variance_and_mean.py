"""The mean square as the variance plus the square of the mean; rows flattened first."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    rows = x.reshape(-1, normalized_shape).astype(np.promote_types(x.dtype, "float32"))
    square = rows.var(axis=1) + rows.mean(axis=1) ** 2
    rows /= np.sqrt(square + eps)[:, np.newaxis]
    if weight is not None:
        rows = rows * weight
    return rows.reshape(x.shape).astype(x.dtype)
