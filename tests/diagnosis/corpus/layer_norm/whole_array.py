"""One mean and one variance are taken of the whole array.

mistakes: one-mean-for-all
seen: common error, e.g. x.mean() without an axis
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    y = (x - x.mean()) / np.sqrt(x.var() + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
