"""The statistics are those of a whole sequence: all axes but the first.

mistakes: all-axes-of-a-sample
seen: NVIDIA/cudnn-frontend #432: mean over dims (1, 2, 3) where -1 is meant
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(1, x.ndim))
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    normed = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        normed = normed * weight
    if bias is not None:
        normed = normed + bias
    return normed.astype(x.dtype)
