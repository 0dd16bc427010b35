"""You scale W in place first, so that β meets W' instead of W, and the caller's layer is changed
too. Form W' as a new array, and take W β from the old one."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    linear_weight *= weight
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return linear_weight, shift
