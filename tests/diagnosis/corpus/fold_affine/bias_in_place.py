"""The linear bias is changed in place.

mistakes: changes-linear-bias
seen: common error, e.g. linear_bias += W @ beta
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    if linear_bias is None:
        linear_bias = np.zeros(len(linear_weight))
    linear_bias += linear_weight @ bias
    return linear_weight * weight, linear_bias
