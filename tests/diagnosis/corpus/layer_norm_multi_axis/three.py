"""eps outside the root, no checks, no cast.

mistakes: eps-outside-root, shapes-not-checked, no-cast-back
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    y = (x - x.mean(axes, keepdims=True)) / (x.std(axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y
