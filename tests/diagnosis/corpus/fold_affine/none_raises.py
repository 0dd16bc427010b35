"""A linear_bias of None is not thought of.

mistakes: none-not-handled
seen: OpenNMT/CTranslate2 #871: linear layers without bias
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    return linear_weight * weight, linear_weight @ bias + linear_bias
