"""Statistics of a whole sequence, and eps outside the root.

mistakes: all-axes-of-a-sample, eps-outside-root
seen: NVIDIA/cudnn-frontend #432: mean over dims (1, 2, 3) where -1 is meant
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(1, x.ndim))
    mean = x.mean(axes, keepdims=True)
    std = x.std(axes, keepdims=True)
    y = (x - mean) / (std + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
