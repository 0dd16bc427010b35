"""Refuses float32."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    if weight.dtype != np.float64:
        raise TypeError("float64 alone")
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
