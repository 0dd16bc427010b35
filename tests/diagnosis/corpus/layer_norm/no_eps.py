"""eps is not used at all.

mistakes: no-eps
seen: common error, e.g. eps taken for a formality
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    y = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    if weight is not None:
        y = weight * y
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
