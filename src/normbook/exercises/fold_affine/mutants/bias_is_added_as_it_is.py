"""You add β to the linear layer's bias without sending it through the layer. β has one entry for
each feature, b' one for each output: the way from one to the other is W β."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = bias
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
