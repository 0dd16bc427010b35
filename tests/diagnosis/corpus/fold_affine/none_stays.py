"""Without a linear bias it returns None.

mistakes: none-stays-none
seen: OpenNMT/CTranslate2 #871: linear layers without bias
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight * weight
    if linear_bias is None:
        return w, None
    return w, linear_weight @ bias + linear_bias
