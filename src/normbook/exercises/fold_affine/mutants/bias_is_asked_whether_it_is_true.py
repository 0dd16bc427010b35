"""You ask whether an array is true. With more than one value NumPy refuses to say, and raises a
ValueError. Ask whether there is one: `if linear_bias is not None`."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight
    shift = linear_weight @ bias
    if linear_bias:
        shift = shift + linear_bias
    return scaled, shift
