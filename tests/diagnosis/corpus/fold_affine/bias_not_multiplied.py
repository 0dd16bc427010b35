"""The norm's bias is added as it is, without the linear weight.

mistakes: norm-bias-not-through-weight
seen: common error, e.g. b + beta
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight @ np.diag(weight)
    if linear_bias is None:
        return w, bias.copy()
    return w, linear_bias + bias
