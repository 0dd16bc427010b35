"""You subtract W β. That would take β out of the layer again; folding adds it, W β + b."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = -(linear_weight @ bias)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
