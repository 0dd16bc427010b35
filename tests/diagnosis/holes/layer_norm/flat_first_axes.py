"""reshape(-1, D) is undone, but (D,) becomes (1, D).

mistakes: result-keeps-flat-shape
seen: common error, e.g. reshape(-1, D) not undone
witness: layer_norm(np.array([1., 2.]), 2)
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    h = np.atleast_2d(x)
    y = (h - h.mean(-1, keepdims=True)) / np.sqrt(h.var(-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
