"""W' is returned as (D, out).

mistakes: result-transposed
seen: common error, e.g. (diag(gamma) W^T) not turned back
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = weight[:, None] * linear_weight.T
    b = linear_weight @ bias
    if linear_bias is not None:
        b = b + linear_bias
    return w, b
