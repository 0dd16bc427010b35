"""N - 1 in the deviation, and eps outside the root.

mistakes: divides-by-d-minus-1, eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    std = x.std(-1, ddof=1, keepdims=True)
    y = (x - mean) / (std + eps)
    if weight is not None:
        y = weight * y
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
