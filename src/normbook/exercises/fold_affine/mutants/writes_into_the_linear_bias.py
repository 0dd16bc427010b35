"""You add with `linear_bias += …`, which changes the caller's layer. Form a new array: `linear_bias
+ shift`."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        linear_bias += shift
        shift = linear_bias
    return scaled, shift
