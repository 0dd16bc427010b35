"""You sum each row of W first, and multiply by β afterwards. Every entry of a row meets its own β:
take the sum over the features of W[o, i] · β[i]."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight.sum(axis=1) * bias
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
