"""You scale with `linear_weight *= weight`, which changes the caller's layer. Folded once more, it
would hold γ². Form a new array."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    shift = linear_weight @ bias  # (out,)
    linear_weight *= weight
    if linear_bias is not None:
        shift = shift + linear_bias
    return linear_weight, shift
