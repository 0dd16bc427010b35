"""The last axis only, and no shape is checked.

mistakes: last-axis-only, shapes-not-checked
seen: pytorch/pytorch #1959, a LayerNorm in the comments
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    y = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
