"""You multiply the linear layer's own bias by γ. It is added behind the layer, where γ has no say:
b' = W β + b."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias * weight
    return scaled, shift
