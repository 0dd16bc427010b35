"""You add β and b first and send both through W. The layer adds its own bias after W: b' = W β +
b."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ (bias if linear_bias is None else bias + linear_bias)
    return scaled, shift
