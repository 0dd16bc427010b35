"""You multiply β by W', which already holds γ. The norm computes γx̂ + β: β is not scaled, and
meets W as it was."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = scaled @ bias
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
