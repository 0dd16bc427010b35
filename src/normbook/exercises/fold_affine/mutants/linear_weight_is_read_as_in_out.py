"""You take `linear_weight` for (D, out), so that you scale its rows and multiply by its transpose.
PyTorch stores (out, D): the features are the columns."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight[:, None]
    shift = bias @ linear_weight
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
