"""eps is added to the sum of the squares, not to their mean.

mistakes: eps-in-sum-of-squares
seen: ml-explore/mlx-lm #1624: eps added to the sum of squares
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    total = np.sum(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt((total + eps) / normalized_shape)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
