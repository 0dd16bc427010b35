"""Rounds the folded weight to float16."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    """Return W' = W diag(weight) and b' = W bias + b."""
    scaled = (linear_weight * weight).astype(np.float16)  # (out, D)
    shift = linear_weight @ bias  # (out,)
    if linear_bias is not None:
        shift = shift + linear_bias
    return scaled, shift
