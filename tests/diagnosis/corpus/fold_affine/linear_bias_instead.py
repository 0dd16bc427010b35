"""A linear bias takes the place of W beta.

mistakes: linear-bias-alone
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    W = linear_weight * weight
    b = linear_weight @ bias
    if linear_bias is not None:
        b = linear_bias * 1
    return W, b
