"""You fold γ in twice, so that W' holds γ². Once is enough: W[o, i] · γ[i]."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled * weight, shift
