"""Your function takes 1e-5 where no `eps` is given. That is LayerNorm's default; RMSNorm's, here
and in many models, is 1e-6."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-5):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
