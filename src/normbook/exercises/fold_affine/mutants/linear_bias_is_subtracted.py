"""You subtract the bias b of the linear layer, where b' adds it to W β. At x̂ = 0 the two layers
give W β + b, and so does the folded one."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return W' = W diag(weight) and b' = W bias + b."""
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift - linear_bias
    return scaled, shift
