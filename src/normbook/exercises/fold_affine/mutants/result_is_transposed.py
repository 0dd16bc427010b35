"""You return W' as (D, out). The folded layer takes the place of the old one, so that its weight
keeps the shape (out, D)."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled.T, shift
