"""You return W as it was, and γ is lost. Scale each column by the weight of its feature."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
