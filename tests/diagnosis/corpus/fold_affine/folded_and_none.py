"""The bias goes through the folded weight, and None is not thought of.

mistakes: bias-through-folded-weight, none-not-handled
seen: OpenNMT/CTranslate2 #871: linear layers without bias
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w_new = linear_weight @ np.diag(weight)
    b_new = w_new @ bias + linear_bias
    return w_new, b_new
