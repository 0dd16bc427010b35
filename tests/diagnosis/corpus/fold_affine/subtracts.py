"""The norm's bias is subtracted.

mistakes: bias-subtracted
seen: common error, e.g. the sign of batch norm folding, b - mu
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight * weight
    b = -(linear_weight @ bias)
    if linear_bias is not None:
        b = linear_bias + b
    return w, b
