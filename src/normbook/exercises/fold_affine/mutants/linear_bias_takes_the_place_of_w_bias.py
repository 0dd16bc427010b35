"""You return the linear bias in place of W β, where there is one. At x̂ = 0 the layer sees β, and
gives W β and its own bias: b' is the sum of both."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return W' = W diag(weight) and b' = W bias + b."""
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = 1 * linear_bias
    return scaled, shift
