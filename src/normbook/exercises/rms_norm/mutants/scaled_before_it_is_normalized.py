"""You multiply x by the weight first, and take the mean square of that. The division then undoes
much of what γ did. The weight comes last."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    if weight is not None:
        wide = wide * weight
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    return y.astype(x.dtype, copy=False)
