"""The weight stands upright and scales the rows.

mistakes: weight-on-rows
seen: common error, e.g. weight.reshape(-1, 1) * W
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = weight.reshape(-1, 1) * linear_weight
    b = linear_weight @ bias
    if linear_bias is not None:
        b = b + linear_bias
    return w, b
