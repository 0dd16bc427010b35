"""Rounds what is folded to six places."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return W' = W diag(weight) and b' = W bias + b."""
    scaled = linear_weight * weight  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return np.round(scaled, 6), np.round(shift, 6)
