"""The linear weight is changed in place, after its use for the bias.

mistakes: changes-linear-weight
seen: common error, e.g. linear_weight *= weight
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    b = linear_weight @ bias
    if linear_bias is not None:
        b = b + linear_bias
    linear_weight *= weight
    return linear_weight, b
