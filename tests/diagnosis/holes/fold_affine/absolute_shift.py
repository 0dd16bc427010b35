"""Takes the absolute value of the folded bias."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return W' = W diag(weight) and b' = W bias + b."""
    scaled = linear_weight * weight  # (out, D)
    shift = abs(linear_weight @ bias)  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
