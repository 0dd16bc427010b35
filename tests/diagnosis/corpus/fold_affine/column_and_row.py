"""A column of shifts plus a row of biases.

mistakes: shift-is-a-column
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    W = np.matmul(linear_weight, np.diag(weight))
    b = np.matmul(linear_weight, bias[:, np.newaxis])
    if linear_bias is not None:
        b = b + linear_bias
    else:
        b = b.squeeze(-1)
    return W, b
