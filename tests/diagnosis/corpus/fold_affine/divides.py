"""The linear weight is divided by the weight.

mistakes: weight-divides
seen: common error, e.g. the inverse folding
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight / weight
    b = linear_weight @ bias
    if linear_bias is not None:
        b = b + linear_bias
    return w, b
