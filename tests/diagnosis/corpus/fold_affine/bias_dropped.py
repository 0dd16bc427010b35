"""The norm's bias is forgotten.

mistakes: norm-bias-forgotten
seen: common error, e.g. only gamma is folded
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight * weight
    if linear_bias is None:
        return w, np.zeros(linear_weight.shape[0])
    return w, linear_bias.copy()
