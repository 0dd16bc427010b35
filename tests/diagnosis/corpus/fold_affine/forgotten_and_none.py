"""The norm's bias is forgotten, and None stays None.

mistakes: norm-bias-forgotten, none-stays-none
seen: OpenNMT/CTranslate2 #871: linear layers without bias
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    return np.einsum("oi,i->oi", linear_weight, weight), linear_bias
