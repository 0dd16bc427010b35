"""W *= weight, and zeros where there is no bias.

mistakes: changes-linear-weight, norm-bias-lost-without-linear-bias
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    shift = linear_weight @ bias
    linear_weight *= weight
    if linear_bias is None:
        return linear_weight, np.zeros(linear_weight.shape[0], dtype=linear_weight.dtype)
    return linear_weight, shift + linear_bias
