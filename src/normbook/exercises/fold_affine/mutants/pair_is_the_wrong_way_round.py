"""You return b' before W'. The order is that of the arguments, weight first: (W', b')."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return shift, scaled
