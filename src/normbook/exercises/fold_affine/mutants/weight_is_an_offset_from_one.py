"""You scale by 1 + γ, as for models that store γ as an offset from 1. Here `weight` is γ itself."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * (1 + weight)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
