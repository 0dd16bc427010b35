"""You replace a root of 0 by another number, and leave ε out. That keeps a row of zeros from 0/0; but ε is
added to every row's mean square, under the root, so that small rows stay small."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    root = np.sqrt(mean_square)
    y = wide / np.where(root == 0, 1, root)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
