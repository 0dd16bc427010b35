"""The linear weight is taken for (D, out).

mistakes: linear-weight-transposed
seen: common error, e.g. (in, out) as in Keras
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight * weight[:, None]
    b = bias @ linear_weight
    if linear_bias is not None:
        b = b + linear_bias
    return w, b
