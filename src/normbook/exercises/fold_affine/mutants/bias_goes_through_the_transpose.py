"""You compute βW, which sums over the outputs. Each output sums over its own row, W β:
`linear_weight @ bias`."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = bias @ linear_weight
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
